/** The input of one setting: shows its value and hands on what the player chose; checking is the panel's. */
import { type VNode } from 'preact';
import { type FieldInput } from './setting-fields.ts';
import { type FieldText, type SettingsWords } from './settings-words.ts';
import { parseToolLists, renderToolLists, type ToolLists } from './tool-lists.ts';

export interface SettingInputProps {
  readonly id: string;
  readonly input: FieldInput;
  readonly value: unknown;
  readonly text: FieldText;
  readonly words: SettingsWords['drawer'];
  readonly profiles: readonly { readonly id: string; readonly name: string }[];
  /** `undefined` = what was typed makes no value. */
  readonly onValue: (value: unknown) => void;
}

interface Choice {
  readonly value: string;
  readonly label: string;
}

export function SettingInput(props: SettingInputProps): VNode {
  const { id, input, value, text, words, onValue } = props;
  switch (input.kind) {
    case 'flag':
      return (
        <input
          id={id}
          type="checkbox"
          checked={value === true}
          onChange={(event) => onValue(event.currentTarget.checked)}
        />
      );
    case 'choice':
      return (
        <Select
          id={id}
          value={String(value)}
          choices={input.options.map((option) => ({ value: option, label: text.options?.[option] ?? option }))}
          onValue={onValue}
        />
      );
    case 'number':
      return <NumberInput id={id} value={value} range={input.range} onValue={onValue} />;
    case 'optional-number':
      return <NumberInput id={id} value={value} range={input.range} onValue={(typed) => onValue(typed ?? null)} />;
    case 'length':
      return <LengthInput {...props} />;
    case 'profile':
      return <Select id={id} value={String(value)} choices={profileChoices(props)} onValue={onValue} />;
    case 'text':
    case 'override':
      return <TextArea id={id} value={String(value)} onText={onValue} />;
    case 'tool-lists':
      return (
        <TextArea
          id={id}
          value={renderToolLists(value as ToolLists)}
          onText={(typed) => onValue(parseToolLists(typed) ?? undefined)}
        />
      );
    case 'remembered':
      return <Remembered record={value as Record<string, unknown>} words={words} onValue={onValue} />;
  }
}

function Select(props: {
  id: string;
  value: string;
  choices: readonly Choice[];
  onValue: (value: string) => void;
}): VNode {
  return (
    <select
      id={props.id}
      class="text_pole"
      value={props.value}
      onChange={(event) => props.onValue(event.currentTarget.value)}
    >
      {props.choices.map((choice) => (
        <option key={choice.value} value={choice.value} selected={choice.value === props.value}>
          {choice.label}
        </option>
      ))}
    </select>
  );
}

function NumberInput(props: {
  id: string;
  value: unknown;
  range: { readonly min: number; readonly max: number; readonly integer: boolean };
  onValue: (value: number | undefined) => void;
}): VNode {
  return (
    <input
      id={props.id}
      type="number"
      class="text_pole"
      min={props.range.min}
      max={props.range.max}
      step={props.range.integer ? 1 : 0.05}
      value={typeof props.value === 'number' ? String(props.value) : ''}
      onChange={(event) => {
        const typed = event.currentTarget.value.trim();
        props.onValue(typed === '' ? undefined : Number(typed));
      }}
    />
  );
}

function LengthInput({ id, input, value, text, words, onValue }: SettingInputProps): VNode {
  const range = input.kind === 'length' ? input.range : { min: 0, max: 0, integer: true };
  const named = Object.entries(text.options ?? {}).map(([option, label]) => ({ value: option, label }));
  return (
    <>
      <Select
        id={id}
        value={typeof value === 'number' ? 'number' : String(value)}
        choices={[...named, { value: 'number', label: words.number }]}
        onValue={(chosen) => onValue(chosen === 'number' ? 300 : chosen)}
      />
      {typeof value === 'number' && <NumberInput id={`${id}-number`} value={value} range={range} onValue={onValue} />}
    </>
  );
}

/** Saved when the field is left, so that half a sentence is never an instruction. */
function TextArea(props: { id: string; value: string; onText: (text: string) => void }): VNode {
  return (
    <textarea
      id={props.id}
      class="text_pole textarea_compact"
      rows={3}
      value={props.value}
      onChange={(event) => props.onText(event.currentTarget.value)}
    />
  );
}

function Remembered(props: {
  record: Readonly<Record<string, unknown>>;
  words: SettingsWords['drawer'];
  onValue: (record: Readonly<Record<string, unknown>>) => void;
}): VNode {
  const names = Object.keys(props.record);
  if (names.length === 0) return <small>{props.words.nothingRemembered}</small>;
  const without = (name: string): Readonly<Record<string, unknown>> =>
    Object.fromEntries(Object.entries(props.record).filter(([other]) => other !== name));
  return (
    <ul class="narrative-agent-list">
      {names.map((name) => (
        <li key={name}>
          <span>{name}</span>
          <button type="button" class="menu_button narrative-agent-button" onClick={() => props.onValue(without(name))}>
            {props.words.forget}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** A profile that was deleted stays visible, so that the player sees why the current connection answers. */
function profileChoices({ value, profiles, words }: SettingInputProps): readonly Choice[] {
  const known = profiles.map((profile) => ({ value: profile.id, label: profile.name }));
  const chosen = String(value);
  const missing =
    chosen !== '' && !profiles.some((profile) => profile.id === chosen)
      ? [{ value: chosen, label: words.missingProfile(chosen) }]
      : [];
  return [{ value: '', label: words.currentConnection }, ...known, ...missing];
}
