/** Our instructions under the field that takes their place: to read, to start from, and a mark when they have changed since. */
import { type VNode } from 'preact';
import { type BuiltIn } from './settings-panel-deps.ts';
import { type SettingsWords } from './settings-words.ts';

export interface BuiltInInstructionsProps {
  readonly builtIn: BuiltIn;
  readonly override: string;
  /** The version the override was written against; empty when that is not known. */
  readonly basis: string;
  readonly words: SettingsWords['drawer'];
  readonly onStart: (text: string) => void;
  readonly onKeep: () => void;
}

export function BuiltInInstructions({
  builtIn,
  override,
  basis,
  words,
  onStart,
  onKeep,
}: BuiltInInstructionsProps): VNode {
  const overridden = override.trim() !== '';
  const changed = overridden && basis !== '' && basis !== builtIn.version;
  return (
    <>
      {changed && (
        <small class="narrative-agent-warning" role="status">
          {words.oursChanged}{' '}
          <button type="button" class="narrative-agent-link" onClick={onKeep}>
            {words.keepMine}
          </button>
        </small>
      )}
      <details class="narrative-agent-built-in">
        <summary>{words.ours}</summary>
        {builtIn.texts.map(({ turn, text }) => (
          <section key={turn}>
            {words.oursIn[turn] !== '' && <b>{words.oursIn[turn]}</b>}
            <pre class="narrative-agent-pre">{text}</pre>
            {!overridden && (
              <button type="button" class="menu_button narrative-agent-button" onClick={() => onStart(text)}>
                {words.startFrom}
              </button>
            )}
          </section>
        ))}
      </details>
    </>
  );
}
