import { ChurnMap } from '@orch/apimachinery';

/**
 * Writes to one object queue up here, so that two patches of the same object never race; different objects do not wait for
 * each other. Bounded by the number of requests in flight.
 */
export class Mailbox {
  private readonly tails = new ChurnMap<string, Promise<unknown>>();

  /** Runs `turn` when all earlier turns of the same key are done; at once when there are none. */
  run<T>(key: string, turn: () => Promise<T>): Promise<T> {
    const before = this.tails.get(key);
    const mine = before ? before.then(turn, turn) : turn();
    this.tails.set(key, mine);
    const forget = () => {
      if (this.tails.get(key) === mine) this.tails.delete(key);
    };
    mine.then(forget, forget);
    return mine;
  }
}
