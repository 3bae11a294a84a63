/** Does what other extensions and scripts do in the page: slash commands, quiet and raw prompts. */

/** @typedef {import('playwright-core').Page} Page */

/**
 * @param {Page} page
 * @param {string} command e.g. `/cut 3`
 * @returns {Promise<string>} what the command puts into the pipe
 */
export async function slash(page, command) {
  return page.evaluate(async (text) => {
    const result = await SillyTavern.getContext().executeSlashCommandsWithOptions(text, {
      handleParserErrors: false,
      handleExecutionErrors: false,
    });
    if (result.isError) throw new Error(result.errorMessage ?? `${text} failed`);
    return result.pipe ?? '';
  }, command);
}

/** `generateQuietPrompt`, as another extension calls it. @param {Page} page @param {string} text @returns {Promise<string>} */
export async function quietPrompt(page, text) {
  return page.evaluate((quietPrompt) => SillyTavern.getContext().generateQuietPrompt({ quietPrompt }), text);
}

/** `generateRaw`, as another extension calls it. @param {Page} page @param {string} text @returns {Promise<string>} */
export async function rawPrompt(page, text) {
  return page.evaluate((prompt) => SillyTavern.getContext().generateRaw({ prompt }), text);
}
