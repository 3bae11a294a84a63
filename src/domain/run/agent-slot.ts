/** Who is called. */
export const agentSlots = ['planning', 'writing', 'analysis', 'verifier', 'tool'] as const;
export type AgentSlot = (typeof agentSlots)[number];
