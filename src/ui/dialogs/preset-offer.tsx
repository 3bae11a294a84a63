/** Offers, at the first send, to use the entries of the player's preset. */
import { type VNode } from 'preact';
import { type PresetOffer } from '../../ports/player-questions.ts';
import { uiText, type ScreenLanguage } from '../text.ts';
import { showDialog } from './show-dialog.tsx';

export interface PresetOfferOptions {
  readonly page: Document;
  readonly language: ScreenLanguage;
  readonly signal: AbortSignal;
}

/** null: not answered; ask again at the next send. */
export function offerPreset(offer: PresetOffer, options: PresetOfferOptions): Promise<'split' | 'none' | null> {
  const text = uiText(options.language);
  const sentence = text.preset.offer(offer.used.length, offer.used.length + offer.dropped.length, offer.preset);
  return showDialog<'split' | 'none'>(
    options.page,
    sentence,
    (answer) => (
      <>
        <h3>{sentence}</h3>
        <p>{text.preset.explain}</p>
        <div class="narrative-agent-row">
          <button type="button" class="menu_button narrative-agent-button" onClick={() => answer('split')}>
            {text.preset.use}
          </button>
          <button type="button" class="menu_button narrative-agent-button" onClick={() => answer('none')}>
            {text.preset.skip}
          </button>
        </div>
        <Names title={text.preset.dropped} names={offer.dropped} />
        <Names title={text.preset.lint} names={offer.lint} />
      </>
    ),
    options.signal,
  );
}

interface NamesProps {
  readonly title: string;
  readonly names: readonly string[];
}

function Names({ title, names }: NamesProps): VNode | null {
  if (names.length === 0) return null;
  return (
    <details>
      <summary>
        {title} ({names.length})
      </summary>
      <ul>
        {names.map((name, i) => (
          <li key={i}>{name}</li>
        ))}
      </ul>
    </details>
  );
}
