import { ChurnMap } from '@orch/apimachinery';

/** The turn at a key, for what runs in it. */
export interface MailboxTurn {
  /** Lets the next turn of the key begin before this one is done. */
  readonly passOn: () => void;
}

/**
 * Serializes what is done for one key, such as the writes to one object, so that two patches of the same object do not race; different keys do not wait
 * for each other. Bounded by the number of requests in flight.
 */
export class Mailbox {
  private readonly tails = new ChurnMap<string, Promise<void>>();

  /** Runs `turn` when all earlier turns of the same key are done or passed on; immediately when there are none. */
  run<T>(key: string, turn: (own: MailboxTurn) => Promise<T>): Promise<T> {
    let passOn!: () => void;
    const tail = new Promise<void>((resolve) => {
      passOn = () => {
        if (this.tails.get(key) === tail) this.tails.delete(key);
        resolve();
      };
    });
    const begin = (): Promise<T> => turn({ passOn });
    const before = this.tails.get(key);
    const done = before ? before.then(begin) : begin();
    this.tails.set(key, tail);
    done.then(passOn, passOn);
    return done;
  }
}
