/** The words of the settings drawer as one typed table: a setting without label and hint does not compile. */
import { type AgentSettings } from '../../domain/settings.ts';
import { type SettingGroup } from './setting-fields.ts';
import { type BuiltInText } from './settings-panel-deps.ts';
import { type AgentName, type AgentSettingPath, type SettingPath } from './setting-path.ts';

export interface FieldText {
  readonly label: string;
  readonly hint: string;
  readonly options?: Readonly<Record<string, string>>;
}

/** An agent's setting that needs words of its own. */
type OwnWords = 'agents.writing.totalTimeoutSeconds';

export interface SettingsWords {
  readonly groups: Readonly<Record<SettingGroup, string>>;
  readonly agents: Readonly<Record<AgentName, string>>;
  readonly fields: Readonly<Record<Exclude<SettingPath, AgentSettingPath> | OwnWords, FieldText>>;
  /** The same for every agent; the agent's name is put in front of the label. */
  readonly agentFields: Readonly<Record<keyof AgentSettings, FieldText>>;
  readonly drawer: {
    readonly thisCard: (name: string) => string;
    readonly thisCardHint: string;
    readonly thisChat: string;
    readonly thisChatHint: string;
    readonly chatMode: string;
    readonly styleNote: string;
    readonly styleNoteHint: string;
    readonly follow: string;
    readonly on: string;
    readonly off: string;
    readonly currentConnection: string;
    readonly missingProfile: (id: string) => string;
    readonly range: (min: number, max: number) => string;
    readonly refused: string;
    readonly byDefault: string;
    readonly forget: string;
    readonly nothingRemembered: string;
    readonly number: string;
    readonly reset: string;
    readonly resetSure: string;
    readonly effective: string;
    readonly problems: (paths: string) => string;
    readonly refreshBooks: string;
    readonly refreshBooksHint: string;
    readonly open: string;
    /** Over the built-in instructions; the second for the turn they are used in. */
    readonly ours: string;
    readonly oursIn: Readonly<Record<BuiltInText['turn'], string>>;
    readonly startFrom: string;
    readonly oursChanged: string;
    readonly keepMine: string;
  };
}
