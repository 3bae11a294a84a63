/** The settings drawer: every setting with label and hint, saved as it is changed, counting from the next turn. */
import { render, type VNode } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { defaultSettings, parseSettings } from '../../config/settings.ts';
import { type Settings } from '../../domain/settings.ts';
import { type Undo } from '../../shared/undo-list.ts';
import { BuiltInInstructions } from './built-in-instructions.tsx';
import { PlaceSettings } from './place-settings.tsx';
import { SettingInput } from './setting-input.tsx';
import { settingFields, settingGroups, type SettingField, type SettingGroup } from './setting-fields.ts';
import { readSetting, withSetting } from './setting-path.ts';
import { type BuiltIns, type SettingsPanelDeps } from './settings-panel-deps.ts';
import { fieldText, settingsText } from './settings-text.ts';
import { type SettingsWords } from './settings-words.ts';

const defaults = defaultSettings();

/** Draws the drawer into `root`; the undo takes it out again. */
export function renderSettingsPanel(root: HTMLElement, deps: SettingsPanelDeps): Undo {
  render(<SettingsPanel deps={deps} />, root);
  return () => render(null, root);
}

function SettingsPanel({ deps }: { readonly deps: SettingsPanelDeps }): VNode {
  const words = settingsText(deps.language);
  const [, redraw] = useState(0);
  useLayoutEffect(() => deps.onChanged(() => redraw((n) => n + 1)), [deps]);
  const [builtIns, setBuiltIns] = useState<BuiltIns | null>(null);
  useLayoutEffect(() => void deps.builtIns().then(setBuiltIns), [deps]);
  const settings = deps.read();
  const save = (next: Settings): void => {
    deps.save(next);
    redraw((n) => n + 1);
  };
  const problems = deps.problems();
  return (
    <>
      {problems.length > 0 && (
        <div class="narrative-agent-warning">{words.drawer.problems(problems.join(', ') || '—')}</div>
      )}
      <Group group="basic" words={words} settings={settings} deps={deps} save={save} open>
        <PlaceSettings words={words} settings={settings} deps={deps} save={save} />
      </Group>
      {settingGroups
        .filter((group) => group !== 'basic')
        .map((group) => (
          <Group key={group} {...{ group, words, settings, deps, save, builtIns }} />
        ))}
      <Foot words={words.drawer} deps={deps} save={save} />
    </>
  );
}

interface GroupProps {
  readonly group: SettingGroup;
  readonly words: SettingsWords;
  readonly settings: Settings;
  readonly deps: SettingsPanelDeps;
  readonly save: (settings: Settings) => void;
  readonly open?: boolean;
  /** Null until they are there. */
  readonly builtIns?: BuiltIns | null;
  readonly children?: VNode;
}

function Group({ group, words, settings, deps, save, open, builtIns, children }: GroupProps): VNode | null {
  const fields = settingFields[group];
  if (fields.length === 0) return null;
  return (
    <details class="narrative-agent-group" open={open === true} data-group={group}>
      <summary>{words.groups[group]}</summary>
      {fields.map((field) => (
        <Field key={field.path} {...{ field, words, settings, deps, save, builtIns: builtIns ?? null }} />
      ))}
      {children}
    </details>
  );
}

function Field({
  field,
  words,
  settings,
  deps,
  save,
  builtIns,
}: Omit<GroupProps, 'group'> & { readonly field: SettingField }): VNode | null {
  const [refusedAt, setRefusedAt] = useState(0);
  const text = fieldText(words, field.path);
  if (text === null) return null;
  const id = `narrative-agent-${field.path.replaceAll('.', '-')}`;
  const value = readSetting(settings, field.path);
  const byDefault = readSetting(defaults, field.path);
  /** Reads anew: another field may have been saved since this one was drawn. */
  const change = (next: unknown): void => {
    const checked = parseSettings(withSetting(deps.read(), field.path, next));
    const refused = next === undefined || checked.problems.length > 0;
    setRefusedAt((n) => (refused ? n + 1 : 0));
    if (!refused) save(withBasis(checked.settings, field, builtIns));
  };
  const range = 'range' in field.input ? field.input.range : null;
  return (
    <div class={`narrative-agent-field narrative-agent-field-${field.input.kind}`} data-setting={field.path}>
      <label for={id}>{text.label}</label>
      <SettingInput
        key={refusedAt}
        id={id}
        input={field.input}
        value={value}
        text={text}
        words={words.drawer}
        profiles={deps.profiles()}
        onValue={change}
      />
      <small class="narrative-agent-hint">
        {text.hint}
        {range !== null && ` (${words.drawer.range(range.min, range.max)})`}
        {field.input.kind !== 'remembered' && JSON.stringify(value) !== JSON.stringify(byDefault) && (
          <button type="button" class="narrative-agent-link" onClick={() => change(byDefault)}>
            {words.drawer.byDefault}
          </button>
        )}
      </small>
      {field.input.kind === 'override' && builtIns && (
        <BuiltInInstructions
          builtIn={builtIns[field.input.agent]}
          override={String(value)}
          basis={settings.agents[field.input.agent].instructionsBasis}
          words={words.drawer}
          onStart={change}
          onKeep={() => change(value)}
        />
      )}
      {refusedAt > 0 && (
        <small class="narrative-agent-warning" role="alert">
          {words.drawer.refused}
        </small>
      )}
    </div>
  );
}

/** An override that is saved has been written against our instructions as they are now. */
function withBasis(settings: Settings, { input }: SettingField, builtIns: BuiltIns | null | undefined): Settings {
  if (input.kind !== 'override') return settings;
  const agent = settings.agents[input.agent];
  const own = agent.instructionsOverride.trim() !== '';
  const instructionsBasis = own ? (builtIns?.[input.agent].version ?? '') : '';
  return { ...settings, agents: { ...settings.agents, [input.agent]: { ...agent, instructionsBasis } } };
}

interface FootProps {
  readonly words: SettingsWords['drawer'];
  readonly deps: SettingsPanelDeps;
  readonly save: (settings: Settings) => void;
}

function Foot({ words, deps, save }: FootProps): VNode {
  const [sure, setSure] = useState(false);
  const reset = (): void => {
    if (sure) save(defaultSettings());
    setSure(!sure);
  };
  return (
    <div class="narrative-agent-foot">
      <small>{words.effective}</small>
      <button type="button" class="menu_button narrative-agent-button" onClick={() => deps.openPanels()}>
        {words.open}
      </button>
      <button
        type="button"
        class="menu_button narrative-agent-button"
        title={words.refreshBooksHint}
        onClick={() => deps.refreshBooks()}
      >
        {words.refreshBooks}
      </button>
      <button type="button" class="menu_button narrative-agent-button" onClick={reset}>
        {sure ? words.resetSure : words.reset}
      </button>
      <small>{deps.version}</small>
    </div>
  );
}
