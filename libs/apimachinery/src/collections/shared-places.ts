import { ChurnMap } from './churn-map.js';

/**
 * Places, or other amounts, that keys such as users or client networks hold at a time. A key may hold as much as stays free: one alone has half, two have a third each,
 * so that another one always finds a place.
 */
export class SharedPlaces {
  private held = 0;
  private readonly ofKeys = new ChurnMap<string, number>();

  /** @param total of all keys. */
  constructor(private readonly total: number) {}

  /** What no key holds. */
  get free(): number {
    return this.total - this.held;
  }

  /** Whether the key may take that much more. */
  hasRoom(key: string, amount = 1): boolean {
    return this.of(key) + amount <= this.free;
  }

  /** Takes it, whether there is room or not. */
  take(key: string, amount = 1): void {
    this.change(key, amount);
  }

  /** Gives back what was taken. */
  release(key: string, amount = 1): void {
    this.change(key, -amount);
  }

  private of(key: string): number {
    return this.ofKeys.get(key) ?? 0;
  }

  private change(key: string, amount: number): void {
    this.held += amount;
    const held = this.of(key) + amount;
    if (held > 0) this.ofKeys.set(key, held);
    else this.ofKeys.delete(key);
  }
}
