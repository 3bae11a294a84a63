/** The names of MVU's events on SillyTavern's event source. */
export const mvuEvents = {
  SINGLE_VARIABLE_UPDATED: 'mag_variable_updated',
  VARIABLE_INITIALIZED: 'mag_variable_initialized',
  VARIABLE_UPDATE_STARTED: 'mag_variable_update_started',
  COMMAND_PARSED: 'mag_command_parsed',
  VARIABLE_UPDATE_ENDED: 'mag_variable_update_ended',
  BEFORE_MESSAGE_UPDATE: 'mag_before_message_update',
} as const;

/** The further ones the zod schemas of cards listen to. */
export const zodEvents = {
  commandParsed: 'mag_command_parsed_for_zod',
  commandParsedEnded: 'mag_command_parsed_ended_for_zod',
  updateEnded: 'mag_variable_update_ended_for_zod',
} as const;

/** What scripts emit to be answered by MVU. */
export const askedEvents = { invoke: 'mag_invoke_mvu', update: 'mag_update_variable' } as const;

/** Told once when MVU, or our stand-in for it, is there to be used. */
export const MVU_INITIALIZED = 'global_Mvu_initialized';
