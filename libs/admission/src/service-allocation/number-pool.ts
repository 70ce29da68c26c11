import type { Random } from '@orch/apimachinery';

/** Bounds of the part that is kept for those who ask for a number: one in sixteen. */
const STATIC_SHARE = 16;
const LEAST_STATIC = 16;
const MOST_STATIC = 256;

/** Numbers from zero on, each free or taken. Finding a free one does not look at all of them until they run out. */
export class NumberPool {
  readonly #taken = new Set<number>();
  /** Numbers below are handed out last, so that whoever asks for one by name finds it free. */
  readonly #dynamicFrom: number;

  constructor(
    readonly size: number,
    private readonly random: Random,
  ) {
    const share = Math.min(Math.max(LEAST_STATIC, Math.floor(size / STATIC_SHARE)), MOST_STATIC);
    this.#dynamicFrom = share < size ? share : 0;
  }

  holds(number: number): boolean {
    return Number.isInteger(number) && number >= 0 && number < this.size;
  }

  /** False when somebody has it. */
  take(number: number): boolean {
    if (this.#taken.has(number)) return false;
    this.#taken.add(number);
    return true;
  }

  /** Any free one; undefined when there is none. */
  takeAny(): number | undefined {
    if (this.#taken.size === this.size) return undefined;
    const number = this.freeIn(this.#dynamicFrom, this.size) ?? this.freeIn(0, this.#dynamicFrom)!;
    this.#taken.add(number);
    return number;
  }

  release(number: number): void {
    this.#taken.delete(number);
  }

  /** The first free one from a random place on. */
  private freeIn(from: number, to: number): number | undefined {
    const length = to - from;
    const start = Math.floor(this.random() * length);
    for (let i = 0; i < length; i++) {
      const number = from + ((start + i) % length);
      if (!this.#taken.has(number)) return number;
    }
    return undefined;
  }
}
