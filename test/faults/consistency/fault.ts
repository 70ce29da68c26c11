import type { Dice } from './dice.js';

/** Something that goes wrong, and is well again when `happen` resolves. */
export interface Fault {
  readonly name: string;
  /** What it happens to: faults of different parts may happen at the same time. */
  readonly part: 'api server' | 'redis' | 'network' | 'clock';
  /** Happens in each run, however short. Default: by chance. */
  readonly always?: boolean;
  /** @returns what exactly happened, for people. */
  happen(dice: Dice): Promise<string>;
}
