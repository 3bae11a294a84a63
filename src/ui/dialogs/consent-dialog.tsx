/** Asks whether the code a card brings may run: what it is in plain words, the code itself, once, always, never. */
import { type VNode } from 'preact';
import { uiText, type ScreenLanguage } from '../text.ts';
import { type UiText } from '../text/ui-text.ts';
import { showDialog } from './show-dialog.tsx';

export interface ConsentTool {
  readonly name: string;
  readonly description: string;
  readonly code: string;
}

export interface ConsentQuestion {
  readonly card: string;
  readonly tools: readonly ConsentTool[];
}

export type Consent = 'once' | 'always' | 'never';

export interface ConsentDialogOptions {
  readonly page: Document;
  readonly language: ScreenLanguage;
  readonly signal: AbortSignal;
}

/** null: the player decides later. */
export function askConsent(question: ConsentQuestion, options: ConsentDialogOptions): Promise<Consent | null> {
  const text = uiText(options.language);
  return showDialog<Consent | null>(
    options.page,
    text.tools.consentTitle(question.card),
    (answer) => <ConsentView question={question} text={text} answer={answer} />,
    options.signal,
  );
}

interface ConsentViewProps {
  readonly question: ConsentQuestion;
  readonly text: UiText;
  readonly answer: (consent: Consent | null) => void;
}

/** "Not now" stands first and has the focus: an accidental Enter allows nothing. */
function ConsentView({ question, text, answer }: ConsentViewProps): VNode {
  const choices: readonly (readonly [Consent | null, string])[] = [
    [null, text.tools.consentLater],
    ['once', text.tools.consentOnce],
    ['always', text.tools.consentAlways],
    ['never', text.tools.consentNever],
  ];
  return (
    <>
      <h3>{text.tools.consentTitle(question.card)}</h3>
      <p>{text.tools.consentLead}</p>
      <div class="narrative-agent-row">
        {choices.map(([consent, label]) => (
          <button key={label} type="button" class="menu_button narrative-agent-button" onClick={() => answer(consent)}>
            {label}
          </button>
        ))}
      </div>
      <ul class="narrative-agent-list">
        {question.tools.map((tool) => (
          <li key={tool.name}>
            <b>{tool.name}</b> {tool.description}
            <details>
              <summary>{text.tools.consentCode}</summary>
              <pre class="narrative-agent-pre">{tool.code}</pre>
            </details>
          </li>
        ))}
      </ul>
    </>
  );
}
