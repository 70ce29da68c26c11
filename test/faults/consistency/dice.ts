import { seededRandom, type Random } from '@orch/apimachinery';

/** Chance that repeats itself for a seed. */
export class Dice {
  /** From 0 to below 1. */
  readonly next: Random;

  constructor(seed: number) {
    this.next = seededRandom(seed);
  }

  /** A whole number, below `most`. */
  between(least: number, most: number): number {
    return Math.floor(least + this.next() * (most - least));
  }

  chance(of: number): boolean {
    return this.next() < of;
  }

  pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.next() * from.length)]!;
  }

  /** Independent randomness, for a caller whose order of calls is not deterministic. */
  fork(): Dice {
    return new Dice(Math.floor(this.next() * 2 ** 40));
  }
}
