import type { Random } from '@orch/apimachinery';

/** Bounds of the static part, reserved for explicit requests: one in sixteen. */
const STATIC_SHARE = 16;
const MIN_STATIC = 16;
const MAX_STATIC = 256;

/** Numbers from zero on, each free or taken. A full scan is needed only when few are free. */
export class NumberPool {
  readonly #taken = new Set<number>();
  /** Numbers below are allocated dynamically last, so that explicit requests find them free. */
  readonly #dynamicFrom: number;

  constructor(
    readonly size: number,
    private readonly random: Random,
  ) {
    const share = Math.min(Math.max(MIN_STATIC, Math.floor(size / STATIC_SHARE)), MAX_STATIC);
    this.#dynamicFrom = share < size ? share : 0;
  }

  get taken(): number {
    return this.#taken.size;
  }

  get free(): number {
    return this.size - this.#taken.size;
  }

  holds(number: number): boolean {
    return Number.isInteger(number) && number >= 0 && number < this.size;
  }

  /** False when it is taken. */
  take(number: number): boolean {
    if (this.#taken.has(number)) return false;
    this.#taken.add(number);
    return true;
  }

  /** Takes any free number; undefined when none is left. */
  takeAny(): number | undefined {
    if (this.#taken.size === this.size) return undefined;
    const number = this.freeIn(this.#dynamicFrom, this.size) ?? this.freeIn(0, this.#dynamicFrom)!;
    this.#taken.add(number);
    return number;
  }

  release(number: number): void {
    this.#taken.delete(number);
  }

  /** The first free number after a random offset. */
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
