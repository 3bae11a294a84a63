/** Chance: seeds for a turn. All dice are drawn from a seeded stream, never from here directly. */
export interface Random {
  /** An unsigned 32-bit seed. */
  seed(): number;
}
