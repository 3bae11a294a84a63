/** A stage with the probe extension installed: the bridge alone, in a real SillyTavern. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { type Page } from 'playwright-core';
import { chatName, newChat, readChatFile, waitIdle } from '../../../host/player.mjs';
import type { HostMessage } from '../../../host/player/host-window.d.ts';
import { openStage, type Stage, type StageOptions } from '../stage.ts';
import { defaultScript, type ProbeNote, type ProbeScript } from './probe-runner.ts';

export const card = {
  spec: 'chara_card_v2',
  spec_version: '2.0',
  data: { name: 'Wren', first_mes: 'The ferry waits.', description: 'A ferry keeper.', extensions: {} },
};

/** Builds the probe into a folder that SillyTavern takes for an extension. */
async function buildProbe(dir: string): Promise<void> {
  await build({
    entryPoints: [path.join(import.meta.dirname, 'probe-main.ts')],
    outfile: path.join(dir, 'dist', 'index.js'),
    bundle: true,
    format: 'esm',
    target: 'es2022',
    external: ['/script.js', '/scripts/*', '/lib.js'],
    logLevel: 'warning',
  });
  const manifest = {
    display_name: 'Bridge probe',
    loading_order: 100,
    requires: [],
    optional: [],
    js: 'dist/index.js',
    css: '',
    author: 'test',
    version: '0.0.0',
    generate_interceptor: 'narrativeAgentInterceptor',
  };
  writeFileSync(path.join(dir, 'manifest.json'), JSON.stringify(manifest));
}

export interface ProbeStage {
  readonly stage: Stage;
  readonly page: Page;
  /** A fresh chat, the default script changed by `script`, no notes. */
  fresh(stream: boolean, script?: Partial<ProbeScript>): Promise<void>;
  /** The same on the chat that is open. */
  reuse(stream: boolean, script?: Partial<ProbeScript>): Promise<void>;
  script(change: Partial<ProbeScript>): Promise<void>;
  notes(): Promise<ProbeNote[]>;
  notesOf(call: string): Promise<ProbeNote[]>;
  /** Waits for a note of that call, then returns it. */
  noted(call: string, timeoutMs?: number): Promise<ProbeNote>;
  disk(): Promise<HostMessage[]>;
  close(): Promise<void>;
}

export async function openProbeStage(options: StageOptions = {}): Promise<ProbeStage> {
  const extension = mkdtempSync(path.join(tmpdir(), 'bridge-probe-'));
  mkdirSync(path.join(extension, 'dist'));
  await buildProbe(extension);
  const stage = await openStage({
    cards: [{ card, chat: 'first' }],
    extensionDir: extension,
    extensionFolder: 'bridge-probe',
    open: card.data.name,
    ...options,
  });
  const { page } = stage;

  const notes = (): Promise<ProbeNote[]> => page.evaluate<ProbeNote[]>(() => globalThis.bridgeProbe.notes);
  async function reuse(stream: boolean, script: Partial<ProbeScript> = {}): Promise<void> {
    await page.evaluate(
      ([on, next]) => {
        SillyTavern.getContext().chatCompletionSettings['stream_openai'] = on;
        globalThis.bridgeProbe.script = next;
        globalThis.bridgeProbe.notes = [];
        globalThis.bridgeProbe.enabled = true;
      },
      [stream, { ...defaultScript, ...script }] as const,
    );
  }

  return {
    stage,
    page,
    reuse,
    async fresh(stream, script = {}) {
      await waitIdle(page);
      await newChat(page);
      await reuse(stream, script);
    },
    script: (change) => page.evaluate((next) => void Object.assign(globalThis.bridgeProbe.script, next), change),
    notes,
    notesOf: async (call) => (await notes()).filter((note) => note.call === call),
    async noted(call, timeoutMs = 20_000) {
      await page.waitForFunction((name) => globalThis.bridgeProbe.notes.some((note) => note.call === name), call, {
        timeout: timeoutMs,
        polling: 20,
      });
      return (await notes()).find((note) => note.call === call)!;
    },
    disk: async () => readChatFile(stage.dataRoot, card.data.name, await chatName(page)).messages,
    async close() {
      await stage.close();
      rmSync(extension, { recursive: true, force: true });
    },
  };
}
