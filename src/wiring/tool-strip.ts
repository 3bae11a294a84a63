/** Wires what tools show beside the newest reply: it follows the shown page and is gone while a turn is under way. */
import { fillInput } from '../host/fill-input.ts';
import { newestToolOutput } from '../host/newest-tool-output.ts';
import { makeToolStrip } from '../ui/tool-strip.ts';
import { uiText } from '../ui/text.ts';
import { type Base } from './base.ts';

export function wireToolStrip(base: Base): void {
  const { host, events, changes, undos } = base;
  const strip = makeToolStrip({ page: document, text: () => uiText(host.language()), onAction: fillInput });
  let underWay = false;
  const refresh = (): void => {
    const settings = base.settings();
    const shown = !underWay && settings.enabled && base.peek() !== null;
    strip.show(shown ? newestToolOutput(host.st()) : [], settings.tools.actionButtons);
  };
  const turn = (started: boolean) => (): void => {
    underWay = started;
    refresh();
  };
  // Only turns plan and write; a swipe opens no new round, and an analysis alone takes nothing away.
  const begun = turn(true);
  undos.add(events.on('generation.started', ({ slot }) => (slot === 'planning' || slot === 'writing') && begun()));
  undos.add(events.on('floor.committed', turn(false)));
  undos.add(events.on('floor.failed', turn(false)));
  undos.add(changes.on(refresh));
  undos.add(() => strip.remove());
}
