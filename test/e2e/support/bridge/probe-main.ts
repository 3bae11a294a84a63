/** Entry of the probe extension: the real bridge in a real SillyTavern, with the scripted runner behind it. */
import { makeHost } from '../../../../src/host/make-host.ts';
import { makeModelClient } from '../../../../src/host/model-client.ts';
import { type StContext } from '../../../../src/host/st-context.ts';
import { askModel, type ProbeAnswer, type ProbeRequest } from './probe-ask.ts';
import { makeProbe, type Probe } from './probe-runner.ts';

declare global {
  var bridgeProbe: Probe & { enabled: boolean; stop: () => void; ask: (request: ProbeRequest) => Promise<ProbeAnswer> };
}

const context = (): StContext =>
  (globalThis as unknown as { SillyTavern: { getContext(): StContext } }).SillyTavern.getContext();

async function start(): Promise<void> {
  const host = await makeHost(import.meta.url);
  const { st, modules, observer, platform } = host;
  const client = makeModelClient({ st, modules, observer, clock: platform.clock });
  const probe = makeProbe();
  const bridge = host.startBridge(probe.runner, {
    enabled: () => globalThis.bridgeProbe.enabled,
    letHostToolsRun: () => false,
    worldbookSource: () => 'auto',
  });
  globalThis.bridgeProbe = Object.assign(probe, {
    enabled: true,
    stop: bridge.stop,
    ask: (request: ProbeRequest) => askModel(client, request),
  });
  const { runner } = probe;
  const turn = { idle: () => runner.idle(), status: () => runner.status(), cancel: () => runner.cancel('api') };
  (globalThis as unknown as { NarrativeAgent: unknown }).NarrativeAgent = { api: { turn } };
}

const { eventSource, eventTypes } = context();
eventSource.on(eventTypes['APP_READY'] ?? 'app_ready', () => void start());
