/** Where this extension is installed: its folder may have any name. */

/** From the address of one of our modules; empty when it does not look like an extension's. */
export function folderOf(moduleUrl: string): string {
  const folder = /\/extensions\/third-party\/([^/]+)\//.exec(moduleUrl)?.[1];
  return folder === undefined ? '' : decodeURIComponent(folder);
}
