/** The state tab: the world at the newest round, every value of it editable, and what was not applied. */
import { type ComponentChildren, type VNode } from 'preact';
import { useState } from 'preact/hooks';
import { type World } from '../../domain/world.ts';
import { type ChatSession } from '../../ports/chat-session.ts';
import { type JsonValue } from '../../shared/json-value.ts';
import { type UiText } from '../text/ui-text.ts';
import { EditableRow, RowButton, type WorldEditor } from './editable-row.tsx';
import { QuestSection } from './quest-section.tsx';
import { renderJson, renderTime, typedJson, typedNumber, typedTime } from './typed-value.ts';
import { ValueSection } from './value-section.tsx';

/** Lines and changes shown before the player asks for more: a long chat has thousands. */
const SHOWN_AT_FIRST = 20;

export interface StateTabProps {
  readonly session: ChatSession;
  readonly text: UiText;
  readonly onError: (error: unknown) => void;
}

export function StateTab({ session, text, onError }: StateTabProps): VNode {
  const [, redraw] = useState(0);
  const world = session.head();
  const after = (done: Promise<unknown>): void => {
    done.then(() => redraw((n) => n + 1), onError);
  };
  const editor: WorldEditor = {
    isLocked: (pointer) => world.locks.includes(pointer),
    change: (pointer, change) => after(session.edit(pointer, change)),
  };
  return (
    <div>
      <div class="narrative-agent-row">
        <RowButton label={text.state.undo} onClick={() => after(session.undo())} />
        <RowButton label={text.state.redo} onClick={() => after(session.redo())} />
      </div>
      {world.mvu !== null && <p>{text.state.mvuRules}</p>}
      <GameSections world={world} text={text} editor={editor} />
      <SummarySection world={world} text={text} editor={editor} />
      <ChangeSections session={session} world={world} text={text} />
    </div>
  );
}

interface SectionProps {
  readonly world: World;
  readonly text: UiText;
  readonly editor: WorldEditor;
}

function GameSections({ world, text, editor }: SectionProps): VNode {
  const { game } = world;
  const common = { editor, text };
  return (
    <>
      <ul class="narrative-agent-list">
        <EditableRow
          {...common}
          name={text.state.time}
          shown={text.state.clock(game.time.day, renderTime(game.time))}
          typed={`${game.time.day} ${renderTime(game.time)}`}
          pointer="/game/time"
          read={(typed) => typedTime(typed) as JsonValue | undefined}
          hint={text.state.badTime}
        />
        <EditableRow
          {...common}
          name={text.state.place}
          shown={game.location === '' ? text.state.noPlace : game.location}
          typed={game.location}
          pointer="/game/location"
          read={(typed) => typed.trim()}
          hint=""
        />
      </ul>
      <ValueSection
        {...common}
        title={text.state.goods}
        path={['game', 'inventory']}
        values={Object.entries(game.inventory)}
        render={String}
        read={typedNumber}
        hint={text.state.badNumber}
      />
      <ValueSection
        {...common}
        title={text.state.people}
        path={['game', 'relationships']}
        values={Object.entries(game.relationships)}
        render={String}
        read={typedNumber}
        hint={text.state.badNumber}
      />
      <QuestSection {...common} quests={Object.entries(game.quests)} />
      <ValueSection
        {...common}
        title={text.state.flags}
        path={['game', 'flags']}
        values={Object.entries(game.flags)}
        render={renderJson}
        read={typedJson}
        hint=""
      />
      <ValueSection
        {...common}
        title={text.state.variables}
        path={['variables']}
        values={Object.entries(world.variables).flatMap(([name, held]) =>
          'value' in held ? [[name, held.value] as const] : [],
        )}
        render={renderJson}
        read={typedJson}
        hint=""
      />
    </>
  );
}

function SummarySection({ world, text, editor }: SectionProps): VNode {
  return (
    <Newest
      title={text.state.summaries}
      text={text}
      items={world.summaries.map((line) => (
        <EditableRow
          key={line.round}
          name={line.round === 0 ? text.state.opening : text.state.round(line.round)}
          shown={line.text}
          pointer={`/summaries/${line.round}`}
          long
          removable
          read={(typed) => (typed.trim() === '' ? undefined : typed.trim())}
          hint={text.state.value}
          editor={editor}
          text={text}
        />
      ))}
    />
  );
}

function ChangeSections({ session, world, text }: Omit<SectionProps, 'editor'> & { session: ChatSession }): VNode {
  const rejected = session
    .timeline()
    .rows.slice(-SHOWN_AT_FIRST)
    .flatMap((row) => session.rejections(row.floorId).map((rejection) => ({ row, rejection })));
  return (
    <>
      <Newest
        title={text.state.rejected}
        text={text}
        items={rejected.map(({ row, rejection }) => (
          <li key={`${row.floorId}-${rejection.effectIndex}`} class="narrative-agent-row">
            <span class="narrative-agent-row-name">{text.state.round(row.round)}</span>
            <span class="narrative-agent-row-value">
              {rejection.reason}
              <small> {describeEffect(rejection.effect)}</small>
            </span>
          </li>
        ))}
      />
      <Newest
        title={text.state.log}
        text={text}
        items={world.game.eventLog.map((event, i) => (
          <li key={i} class="narrative-agent-row">
            <span class="narrative-agent-row-name">{text.state.round(event.round)}</span>
            <span class="narrative-agent-row-value">
              {event.type} {JSON.stringify(event.params)}
              {event.reason !== undefined && <small> {event.reason}</small>}
            </span>
          </li>
        ))}
      />
    </>
  );
}

function describeEffect(effect: { readonly kind: string }): string {
  return JSON.stringify('change' in effect ? effect.change : effect);
}

interface NewestProps {
  readonly title: string;
  readonly text: UiText;
  readonly items: readonly ComponentChildren[];
}

/** The newest first; older ones when asked for. */
function Newest({ title, text, items }: NewestProps): VNode {
  const [count, setCount] = useState(SHOWN_AT_FIRST);
  const shown = items.slice(-count).toReversed();
  return (
    <section class="narrative-agent-section">
      <h4>{title}</h4>
      {items.length === 0 ? <small>{text.panel.empty}</small> : <ul class="narrative-agent-list">{shown}</ul>}
      {items.length > count && (
        <RowButton label={text.timeline.older} onClick={() => setCount(count + 5 * SHOWN_AT_FIRST)} />
      )}
    </section>
  );
}
