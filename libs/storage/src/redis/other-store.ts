import { OtherPrimaryError, type Session } from './server-link.js';

const MESSAGE =
  'Redis has another store under this prefix than before: its databases were swapped, or its address leads to another Redis';

/**
 * A connection shows another store than this process has served, for example that of another control plane. Its revisions mean other changes. The connection is
 * closed: what a new one of the follower shows decides.
 */
export class OtherStoreError extends OtherPrimaryError {}

/** @param code `Lost`: the history that this process has followed is gone. */
export const otherStore = (code: 'Unavailable' | 'Lost'): OtherStoreError =>
  new OtherStoreError(code, '', { message: MESSAGE });

/** @param store id of the store that an answer came from. @throws OtherStoreError when it is not that of the handshake. */
export function assertStore({ state }: Session, store: unknown): void {
  if (store !== state.store) throw otherStore('Unavailable');
}

/** Compares the current store with that of the handshake. @throws OtherStoreError. */
export async function checkStore(session: Session, base: string): Promise<void> {
  assertStore(session, await session.redis.hget(`${base}:meta`, 'store'));
}
