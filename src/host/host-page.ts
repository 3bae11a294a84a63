/** The few things of SillyTavern's page the bridge looks at. */
export interface HostPage {
  /** SillyTavern shows a generation going on. */
  generating(): boolean;
  /** Resolves when no generation is shown any more, or after `limit` ms. */
  untilQuiet(limit: number): Promise<void>;
  /** Resolves after SillyTavern had time to run what is queued. */
  breathe(milliseconds: number): Promise<void>;
  /** Folders of third-party extensions whose scripts are in the page. */
  loadedFolders(): readonly string[];
}

const STEP = 20;

export function makeHostPage(): HostPage {
  const generating = (): boolean => document.body.dataset['generating'] !== undefined;
  const breathe = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => {
      setTimeout(resolve, milliseconds);
    });
  return {
    generating,
    breathe,
    async untilQuiet(limit) {
      for (let waited = 0; generating() && waited < limit; waited += STEP) await breathe(STEP);
    },
    loadedFolders: () =>
      [...document.querySelectorAll('script[src*="/extensions/third-party/"]')].flatMap((script) => {
        const folder = /\/third-party\/([^/]+)\//.exec(script.getAttribute('src') ?? '')?.[1];
        return folder === undefined ? [] : [decodeURIComponent(folder)];
      }),
  };
}
