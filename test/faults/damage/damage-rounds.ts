import type { Dice } from '../consistency/dice.js';

/** What one round did and found. */
export interface DamageRound {
  /** The damage, and whether the store was served or refused. */
  readonly outcome: string;
  /** What was false, each with what was done. */
  readonly violations: readonly string[];
  /** Answers with status 200 of the server on the damaged store; 0 when the start was refused. */
  readonly answers: number;
}

/** Rounds of damage on copies of one filled store. */
export interface DamageRounds {
  /** Kinds of damage. Round `n` has kind `n % kinds`, so as many consecutive rounds have each kind once. */
  readonly kinds: number;
  round(number: number, dice: Dice): Promise<DamageRound>;
}
