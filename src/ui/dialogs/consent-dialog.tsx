/** Asks whether the code a card brings may run: what it is in plain words, the code itself, once, always, never. */
import { type VNode } from 'preact';
import { type ConsentAnswer } from '../../ports/consent-store.ts';
import { type CodeQuestion } from '../../ports/player-questions.ts';
import { uiText, type ScreenLanguage } from '../text.ts';
import { type UiText } from '../text/ui-text.ts';
import { showDialog } from './show-dialog.tsx';

export interface ConsentDialogOptions {
  readonly page: Document;
  readonly language: ScreenLanguage;
  readonly signal: AbortSignal;
}

/** null: the player decides later. */
export function askConsent(question: CodeQuestion, options: ConsentDialogOptions): Promise<ConsentAnswer | null> {
  const text = uiText(options.language);
  return showDialog<ConsentAnswer | null>(
    options.page,
    text.tools.consentTitle(question.card),
    (answer) => <ConsentView question={question} text={text} answer={answer} />,
    options.signal,
  );
}

interface ConsentViewProps {
  readonly question: CodeQuestion;
  readonly text: UiText;
  readonly answer: (consent: ConsentAnswer | null) => void;
}

/** "Not now" stands first and has the focus: an accidental Enter allows nothing. */
function ConsentView({ question, text, answer }: ConsentViewProps): VNode {
  const choices: readonly (readonly [ConsentAnswer | null, string])[] = [
    [null, text.tools.consentLater],
    ['once', text.tools.consentOnce],
    ['always', text.tools.consentAlways],
    ['never', text.tools.consentNever],
  ];
  return (
    <>
      <h3>{text.tools.consentTitle(question.card)}</h3>
      {question.text.split('\n').map((line, i) => (
        <p key={i}>{line}</p>
      ))}
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
            <b>{tool.name}</b> {tool.about}
            <details>
              <summary>{text.tools.consentCode}</summary>
              <pre class="narrative-agent-pre">{tool.code}</pre>
            </details>
          </li>
        ))}
      </ul>
      {question.offerPage && (
        <details>
          <summary>{text.tools.consentPage}</summary>
          <p class="narrative-agent-warning">{text.tools.consentPageWarning}</p>
          <button type="button" class="menu_button narrative-agent-button" onClick={() => answer('page')}>
            {text.tools.consentPageAllow}
          </button>
        </details>
      )}
    </>
  );
}
