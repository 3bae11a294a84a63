/** The switches of the open card and the open chat, which go before the main switch. */
import { type VNode } from 'preact';
import { type Settings } from '../../domain/settings.ts';
import { type ChatChoices, type SettingsPanelDeps } from './settings-panel-deps.ts';
import { type SettingsWords } from './settings-words.ts';

export interface PlaceSettingsProps {
  readonly words: SettingsWords;
  readonly settings: Settings;
  readonly deps: SettingsPanelDeps;
  readonly save: (settings: Settings) => void;
}

export function PlaceSettings({ words, settings, deps, save }: PlaceSettingsProps): VNode {
  const { card, chat } = deps.place();
  return (
    <>
      {card !== null && (
        <Switch
          id="narrative-agent-this-card"
          label={words.drawer.thisCard(card.name)}
          hint={words.drawer.thisCardHint}
          words={words.drawer}
          value={Object.hasOwn(settings.cards, card.avatar) ? (settings.cards[card.avatar] ?? null) : null}
          onValue={(value) => save(withCard(deps.read(), card.avatar, value))}
        />
      )}
      {chat !== null && <ChatSettings words={words} chat={chat} deps={deps} />}
    </>
  );
}

function withCard(settings: Settings, avatar: string, value: boolean | null): Settings {
  const others = Object.fromEntries(Object.entries(settings.cards).filter(([other]) => other !== avatar));
  return { ...settings, cards: value === null ? others : { ...others, [avatar]: value } };
}

interface ChatSettingsProps {
  readonly words: SettingsWords;
  readonly chat: ChatChoices;
  readonly deps: SettingsPanelDeps;
}

function ChatSettings({ words, chat, deps }: ChatSettingsProps): VNode {
  const change = (part: Partial<ChatChoices>): void =>
    deps.saveChatChoices({ ...(deps.place().chat ?? chat), ...part });
  const modes = words.fields.promptMode.options ?? {};
  return (
    <>
      <Switch
        id="narrative-agent-this-chat"
        label={words.drawer.thisChat}
        hint={words.drawer.thisChatHint}
        words={words.drawer}
        value={chat.enabled}
        onValue={(enabled) => change({ enabled })}
      />
      <div class="narrative-agent-field">
        <label for="narrative-agent-chat-mode">{words.drawer.chatMode}</label>
        <select
          id="narrative-agent-chat-mode"
          class="text_pole"
          value={chat.promptMode ?? ''}
          onChange={(event) => change({ promptMode: promptMode(event.currentTarget.value) })}
        >
          {['', ...Object.keys(modes)].map((mode) => (
            <option key={mode} value={mode} selected={mode === (chat.promptMode ?? '')}>
              {modes[mode] ?? words.drawer.follow}
            </option>
          ))}
        </select>
      </div>
      <div class="narrative-agent-field">
        <label for="narrative-agent-style-note">{words.drawer.styleNote}</label>
        <textarea
          id="narrative-agent-style-note"
          class="text_pole textarea_compact"
          rows={2}
          value={chat.styleNote}
          onChange={(event) => change({ styleNote: event.currentTarget.value })}
        />
        <small class="narrative-agent-hint">{words.drawer.styleNoteHint}</small>
      </div>
    </>
  );
}

function promptMode(value: string): Settings['promptMode'] | null {
  return value === 'native' || value === 'compat_plus' || value === 'compat_strict' ? value : null;
}

interface SwitchProps {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  readonly words: SettingsWords['drawer'];
  /** null = as the level above says. */
  readonly value: boolean | null;
  readonly onValue: (value: boolean | null) => void;
}

function Switch({ id, label, hint, words, value, onValue }: SwitchProps): VNode {
  const chosen = value === null ? '' : String(value);
  const choices = { '': words.follow, true: words.on, false: words.off };
  return (
    <div class="narrative-agent-field">
      <label for={id}>{label}</label>
      <select
        id={id}
        class="text_pole"
        value={chosen}
        onChange={(event) => {
          const picked = event.currentTarget.value;
          onValue(picked === '' ? null : picked === 'true');
        }}
      >
        {Object.entries(choices).map(([choice, word]) => (
          <option key={choice} value={choice} selected={choice === chosen}>
            {word}
          </option>
        ))}
      </select>
      <small class="narrative-agent-hint">{hint}</small>
    </div>
  );
}
