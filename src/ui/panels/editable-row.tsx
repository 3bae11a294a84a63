/** One value of the world that the player can change, lock and take away. */
import { type VNode } from 'preact';
import { useState } from 'preact/hooks';
import { type JsonValue } from '../../shared/json-value.ts';
import { type UiText } from '../text/ui-text.ts';

export interface WorldEditor {
  isLocked(pointer: string): boolean;
  /** Shows by itself why a value is refused. */
  change(
    pointer: string,
    change: { readonly op: 'set' | 'unset' | 'lock' | 'unlock'; readonly value?: JsonValue },
  ): void;
}

export interface EditableRowProps {
  readonly name: string;
  /** As it is shown. */
  readonly shown: string;
  /** As it is edited; the same as `shown` unless told. */
  readonly typed?: string;
  readonly pointer: string;
  readonly long?: boolean;
  readonly removable?: boolean;
  readonly read: (text: string) => JsonValue | undefined;
  /** Said when `read` finds no value. */
  readonly hint: string;
  readonly editor: WorldEditor;
  readonly text: UiText;
}

export function EditableRow(props: EditableRowProps): VNode {
  const { name, shown, pointer, editor, text } = props;
  const [draft, setDraft] = useState<string | null>(null);
  const [wrong, setWrong] = useState(false);
  const locked = editor.isLocked(pointer);
  const stop = (): void => {
    setDraft(null);
    setWrong(false);
  };
  const save = (): void => {
    const value = props.read(draft ?? '');
    setWrong(value === undefined);
    if (value === undefined) return;
    editor.change(pointer, { op: 'set', value });
    stop();
  };
  if (draft !== null) {
    const field = {
      class: 'text_pole',
      value: draft,
      'aria-label': name === '' ? text.state.value : name,
      onInput: (event: { currentTarget: { value: string } }) => setDraft(event.currentTarget.value),
    };
    return (
      <li class="narrative-agent-row" data-pointer={pointer}>
        <span class="narrative-agent-row-name">{name}</span>
        {props.long === true ? <textarea rows={3} {...field} /> : <input {...field} />}
        <RowButton label={text.state.save} onClick={save} />
        <RowButton label={text.state.cancel} onClick={stop} />
        {props.removable === true && (
          <RowButton
            label={text.state.remove}
            onClick={() => {
              editor.change(pointer, { op: 'unset' });
              stop();
            }}
          />
        )}
        {wrong && (
          <small class="narrative-agent-warning" role="alert">
            {props.hint}
          </small>
        )}
      </li>
    );
  }
  return (
    <li class="narrative-agent-row" data-pointer={pointer}>
      <span class="narrative-agent-row-name">{name}</span>
      <span class="narrative-agent-row-value">{shown}</span>
      {locked && <i class="fa-solid fa-lock" role="img" title={text.state.locked} aria-label={text.state.locked} />}
      <RowButton label={text.state.edit} onClick={() => setDraft(props.typed ?? shown)} />
      <RowButton
        label={locked ? text.state.unlock : text.state.lock}
        onClick={() => editor.change(pointer, { op: locked ? 'unlock' : 'lock' })}
      />
    </li>
  );
}

export function RowButton({ label, onClick }: { readonly label: string; readonly onClick: () => void }): VNode {
  return (
    <button type="button" class="menu_button narrative-agent-button" onClick={onClick}>
      {label}
    </button>
  );
}
