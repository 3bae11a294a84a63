/** The quests: status and stage, both editable. */
import { type VNode } from 'preact';
import { type Quest } from '../../domain/game-state/game-state.ts';
import { writePointer } from '../../shared/json-pointer.ts';
import { type UiText } from '../text/ui-text.ts';
import { EditableRow, type WorldEditor } from './editable-row.tsx';

const statuses = ['available', 'active', 'completed', 'failed'] as const;

export interface QuestSectionProps {
  readonly quests: readonly (readonly [string, Quest])[];
  readonly editor: WorldEditor;
  readonly text: UiText;
}

export function QuestSection({ quests, editor, text }: QuestSectionProps): VNode {
  return (
    <section class="narrative-agent-section">
      <h4>{text.state.quests}</h4>
      <ul class="narrative-agent-list">
        {quests.map(([id, quest]) => (
          <li key={id}>
            <select
              class="text_pole narrative-agent-quest-status"
              aria-label={id}
              value={quest.status}
              onChange={(event) =>
                editor.change(writePointer(['game', 'quests', id, 'status']), {
                  op: 'set',
                  value: event.currentTarget.value,
                })
              }
            >
              {statuses.map((status) => (
                <option key={status} value={status} selected={status === quest.status}>
                  {text.state.questStatus[status]}
                </option>
              ))}
            </select>
            <ul class="narrative-agent-list">
              <EditableRow
                name={id}
                shown={quest.stage}
                pointer={writePointer(['game', 'quests', id, 'stage'])}
                read={(typed) => typed.trim()}
                hint=""
                editor={editor}
                text={text}
              />
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}
