/** Chance that repeats itself for a seed. */
export class Dice {
  #state: bigint;

  constructor(seed: number) {
    this.#state = BigInt.asUintN(64, BigInt(seed) * 2_862_933_555_777_941_757n + 3_037_000_493n);
    for (let n = 0; n < 4; n++) this.next();
  }

  /** From 0 to below 1. */
  next(): number {
    this.#state = BigInt.asUintN(64, this.#state * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n);
    return Number(this.#state >> 11n) / 2 ** 53;
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

  /** Chance of its own, for somebody whose turns nobody can foresee. */
  fork(): Dice {
    return new Dice(Math.floor(this.next() * 2 ** 40));
  }
}
