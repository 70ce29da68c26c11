import type { Revision } from '../storage.js';
import { parseLostRanges } from './lost-ranges.js';
import { OtherPrimaryError, type Session } from './server-link.js';
import type { StoreView } from './store-view.js';

export interface NewestRevisionHost {
  readonly base: string;
  /** The function that reads the newest revision. */
  readonly call: string;
  readonly run: <T>(call: (session: Session) => Promise<T>) => Promise<T>;
  /** Resolves when the data read by this connection has the configured durability. */
  readonly secure: (session: Session) => Promise<void>;
  /** Repeats the handshake on the connection, which updates the view. */
  readonly renew: (session: Session) => Promise<void>;
  readonly view: StoreView;
}

/** Reads the newest revision of the store into the view of this process. */
export class NewestRevision {
  private calls = 0;

  constructor(private readonly host: NewestRevisionHost) {}

  /** @throws StorageError Unavailable. */
  async read(): Promise<Revision> {
    try {
      return await this.host.run((session) => this.readFrom(session));
    } catch (error) {
      if (!(error instanceof OtherPrimaryError)) throw error;
      return await this.host.run((session) => this.readFrom(session));
    }
  }

  /** @throws OtherPrimaryError: a revision that this process knows of would never be delivered, for example the epoch that an old primary began before it was demoted. */
  private async readFrom(session: Session): Promise<Revision> {
    const { base, call, secure, renew, view } = this.host;
    const known = view.newest;
    const number = String(++this.calls);
    const answer = (await session.redis.call('FCALL', call, 1, base, number)) as (string | null)[];
    const [epoch, newest, oldest, lostRanges, answered] = answer;
    if (answered !== number) throw new TypeError('Redis sent the reply to another call');
    await secure(session);
    const revision = Number(newest ?? 0);
    if (epoch !== session.state.epoch) await renew(session);
    else if (revision < known)
      throw new OtherPrimaryError('Unavailable', '', {
        message: `Redis is at revision ${revision}, not ${known} as known`,
      });
    else view.learn({ revision, oldest: Number(oldest ?? 0), lostRanges: parseLostRanges(lostRanges ?? '') });
    return view.newest;
  }
}
