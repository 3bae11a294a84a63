/** The sources tab: which agent gets each preset entry and each worldbook entry, why not, and what fights the turn. */
import { type ComponentChildren, type VNode } from 'preact';
import { useState } from 'preact/hooks';
import { presetTargets, type PresetTarget } from '../../domain/settings.ts';
import { type BookEntry, type PresetBlock, type SourceReport } from '../../ports/source-report.ts';
import { type UiText } from '../text/ui-text.ts';
import { errorText, useLoaded } from './loaded.ts';

export interface SourcesDeps {
  read(): Promise<SourceReport>;
  /** null: as the entry's role says. */
  setTarget(preset: string, identifier: string, target: PresetTarget | null): void;
}

export interface SourcesTabProps {
  readonly sources: SourcesDeps;
  readonly text: UiText;
}

/** Entries shown at once; a book may have thousands. */
const PAGE = 200;

export function SourcesTab({ sources, text }: SourcesTabProps): VNode {
  const [asked, setAsked] = useState(0);
  const loaded = useLoaded(() => sources.read(), [sources, asked]);
  if (loaded.state === 'loading') return <p>{text.panel.loading}</p>;
  if (loaded.state === 'failed') return <p>{text.panel.failed + errorText(loaded.error)}</p>;
  const { preset, entries } = loaded.value;
  return (
    <div>
      <section class="narrative-agent-section">
        <h4>{text.sources.preset(preset.name)}</h4>
        {preset.mode === 'none' && <small class="narrative-agent-hint">{text.sources.presetUnused}</small>}
        <ul class="narrative-agent-list">
          {preset.blocks.map((block) => (
            <PresetRow
              key={block.identifier}
              block={block}
              text={text}
              onTarget={(target) => {
                sources.setTarget(preset.name, block.identifier, target);
                setAsked(asked + 1);
              }}
            />
          ))}
        </ul>
      </section>
      <BookSection entries={entries} text={text} />
    </div>
  );
}

interface PresetRowProps {
  readonly block: PresetBlock;
  readonly text: UiText;
  readonly onTarget: (target: PresetTarget | null) => void;
}

function PresetRow({ block, text, onTarget }: PresetRowProps): VNode {
  const words = text.sources;
  const fixed = block.drop === 'by-choice' ? null : block.drop;
  return (
    <Item
      title={block.name}
      facts={[text.run.roles[block.role], words.tokens(block.tokens), fixed === null ? '' : words.drops[fixed]]}
      lint={block.lint}
    >
      {fixed === null && (
        <select
          class="text_pole"
          aria-label={`${words.target}: ${block.name}`}
          value={block.chosen ? block.target : ''}
          onChange={(event) => {
            const picked = presetTargets.find((target) => target === event.currentTarget.value);
            onTarget(picked ?? null);
          }}
        >
          {['', ...presetTargets].map((target) => (
            <option key={target} value={target} selected={target === (block.chosen ? block.target : '')}>
              {target === '' ? words.byRole : words.targets[target as PresetTarget]}
            </option>
          ))}
        </select>
      )}
    </Item>
  );
}

function BookSection({ entries, text }: { readonly entries: readonly BookEntry[]; readonly text: UiText }): VNode {
  const [shown, setShown] = useState(PAGE);
  const words = text.sources;
  // What an author has to mend stands first.
  const ordered = [...entries].sort((a, b) => Number(b.lint.length > 0) - Number(a.lint.length > 0));
  return (
    <section class="narrative-agent-section">
      <h4>{words.entries(entries.length)}</h4>
      {entries.length === 0 && <small>{words.noEntries}</small>}
      <ul class="narrative-agent-list">
        {ordered.slice(0, shown).map((entry) => (
          <Item
            key={`${entry.book}\n${entry.uid}`}
            title={entry.title || text.tools.place(entry.book, entry.uid)}
            facts={[text.tools.place(entry.book, entry.uid), words.tokens(entry.tokens), placeText(entry, text)]}
            lint={entry.lint}
          />
        ))}
      </ul>
      {shown < entries.length && (
        <button type="button" class="menu_button narrative-agent-button" onClick={() => setShown(shown + PAGE)}>
          {`${shown} / ${entries.length} …`}
        </button>
      )}
    </section>
  );
}

function placeText({ place, reason }: BookEntry, { sources: words }: UiText): string {
  if (place === null) return reason === null ? '' : words.reasons[reason];
  const target = place.planning && place.writing ? 'both' : place.planning ? 'planning' : 'writing';
  const keyed = place.bucket === 'worldinfo3_keyword' ? [words.keyed] : [];
  const note = place.note === undefined ? [] : [words.notes[place.note]];
  return [words.buckets[place.bucket], words.targets[target], ...keyed, ...note].join(' · ');
}

interface ItemProps {
  readonly title: string;
  readonly facts: readonly string[];
  readonly lint: readonly string[];
  readonly children?: ComponentChildren;
}

function Item({ title, facts, lint, children }: ItemProps): VNode {
  return (
    <li class="narrative-agent-source">
      <b>{title}</b> <small>{facts.filter((fact) => fact !== '').join(' · ')}</small>
      {children}
      {lint.map((sentence, i) => (
        <div key={i} class="narrative-agent-warning">
          <small>{sentence}</small>
        </div>
      ))}
    </li>
  );
}
