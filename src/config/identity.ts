/** The fixed names under which the extension is known. */
export const EXTENSION_KEY = 'narrative_agent';
export const API_NAME = 'NarrativeAgent';
export const VERSION = '0.1.0';
export const databaseName = (userHandle: string): string => `narrative-agent:${userHandle}`;
/** Keys of the earlier public implementation; when it is enabled too, we stand down. */
export const EARLIER_EXTENSION_KEY = 'narrative-agent';
