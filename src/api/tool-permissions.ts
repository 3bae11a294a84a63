/** The rights of agents over tools as other extensions may read and change them; what cannot be undone only the player allows. */
import * as z from 'zod/mini';
import { defaultSettings } from '../config/settings.ts';
import { bounds } from '../config/limits.ts';
import { NarrativeError } from '../domain/errors.ts';
import { type Settings } from '../domain/settings.ts';

/** Lists go from an agent (`planning`, `tool`, or `*`) to names of tools (or `*`); deny counts before allow. */
export type ToolPermissions = Pick<Settings['tools'], 'allow' | 'deny' | 'maxCallsPerTurn' | 'maxSteps'>;

const lists = z.record(z.string(), z.array(z.string()));
const within = ({ min, max }: { readonly min: number; readonly max: number }) =>
  z.int().check(z.minimum(min), z.maximum(max));

const schema = z.partial(
  z.strictObject({
    allow: lists,
    deny: lists,
    maxCallsPerTurn: within(bounds.toolCalls),
    maxSteps: within(bounds.toolSteps),
  }),
);

export function permissionsOf({ allow, deny, maxCallsPerTurn, maxSteps }: Settings['tools']): ToolPermissions {
  return structuredClone({ allow, deny, maxCallsPerTurn, maxSteps });
}

export const defaultPermissions = (): ToolPermissions => permissionsOf(defaultSettings().tools);

/** Throws `input.invalid` on anything but the four fields in their shapes. */
export function readPermissions(given: unknown): Partial<ToolPermissions> {
  const read = schema.safeParse(given);
  if (!read.success) {
    throw new NarrativeError('input.invalid', { message: `Not permissions: ${z.prettifyError(read.error)}` });
  }
  return Object.fromEntries(Object.entries(read.data).filter(([, value]) => value !== undefined));
}
