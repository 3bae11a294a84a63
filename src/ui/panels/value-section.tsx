/** A named group of values of one kind, to which the player can add. */
import { type VNode } from 'preact';
import { useState } from 'preact/hooks';
import { writePointer } from '../../shared/json-pointer.ts';
import { type JsonValue } from '../../shared/json-value.ts';
import { type UiText } from '../text/ui-text.ts';
import { EditableRow, RowButton, type WorldEditor } from './editable-row.tsx';

export interface ValueSectionProps<T extends JsonValue> {
  readonly title: string;
  /** Path of the group in the world, e.g. `['game', 'inventory']`. */
  readonly path: readonly string[];
  readonly values: readonly (readonly [string, T])[];
  readonly render: (value: T) => string;
  readonly read: (text: string) => JsonValue | undefined;
  readonly hint: string;
  readonly editor: WorldEditor;
  readonly text: UiText;
}

export function ValueSection<T extends JsonValue>(props: ValueSectionProps<T>): VNode {
  const { title, path, values, render, read, hint, editor, text } = props;
  return (
    <section class="narrative-agent-section">
      <h4>{title}</h4>
      <ul class="narrative-agent-list">
        {values.map(([name, value]) => (
          <EditableRow
            key={name}
            name={name}
            shown={render(value)}
            pointer={writePointer([...path, name])}
            removable
            read={read}
            hint={hint}
            editor={editor}
            text={text}
          />
        ))}
      </ul>
      <AddRow {...props} />
    </section>
  );
}

function AddRow<T extends JsonValue>({ title, path, values, read, hint, editor, text }: ValueSectionProps<T>): VNode {
  const [draft, setDraft] = useState<{ readonly name: string; readonly value: string } | null>(null);
  const [problem, setProblem] = useState('');
  if (draft === null) {
    return <RowButton label={`${text.state.add} · ${title}`} onClick={() => setDraft({ name: '', value: '' })} />;
  }
  const stop = (): void => {
    setDraft(null);
    setProblem('');
  };
  const save = (): void => {
    const name = draft.name.trim();
    const value = read(draft.value);
    if (values.some(([other]) => other === name)) {
      setProblem(text.state.nameTaken);
    } else if (name === '' || value === undefined) {
      setProblem(name === '' ? text.state.name : hint);
    } else {
      editor.change(writePointer([...path, name]), { op: 'set', value });
      stop();
    }
  };
  return (
    <div class="narrative-agent-row">
      <input
        class="text_pole"
        placeholder={text.state.name}
        aria-label={text.state.name}
        value={draft.name}
        onInput={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
      />
      <input
        class="text_pole"
        placeholder={text.state.value}
        aria-label={text.state.value}
        value={draft.value}
        onInput={(event) => setDraft({ ...draft, value: event.currentTarget.value })}
      />
      <RowButton label={text.state.save} onClick={save} />
      <RowButton label={text.state.cancel} onClick={stop} />
      {problem !== '' && (
        <small class="narrative-agent-warning" role="alert">
          {problem}
        </small>
      )}
    </div>
  );
}
