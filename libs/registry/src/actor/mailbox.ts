import { ChurnMap } from '@orch/apimachinery';

/**
 * Serializes what is done for one key, such as the writes to one object, so that two patches of the same object never race; different keys do not wait
 * for each other. Bounded by the number of requests in flight.
 */
export class Mailbox {
  private readonly tails = new ChurnMap<string, Promise<unknown>>();

  /** Runs `turn` when all earlier turns of the same key are done; immediately when there are none. */
  run<T>(key: string, turn: () => Promise<T>): Promise<T> {
    const before = this.tails.get(key);
    const own = before ? before.then(turn, turn) : turn();
    this.tails.set(key, own);
    const cleanUp = () => {
      if (this.tails.get(key) === own) this.tails.delete(key);
    };
    own.then(cleanUp, cleanUp);
    return own;
  }
}
