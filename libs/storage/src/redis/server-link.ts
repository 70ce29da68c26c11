import { setTimeout as pause } from 'node:timers/promises';

import type { Redis } from 'ioredis';
import { systemClock } from '@orch/apimachinery';

import { StorageError } from '../storage-error.js';
import type { StoreState } from './handshake.js';
import type { RedisObserver } from './redis-options.js';
import { hideArguments, isReplyError } from './reply-error.js';

/** A connection that can be used, and what the store said when it was made. */
export interface Session {
  readonly redis: Redis;
  readonly server: string;
  readonly state: StoreState;
}

export interface LinkHost {
  /** Connects and shakes hands. */
  readonly connect: (link: string) => Promise<Session>;
  readonly observer: RedisObserver;
  /** Told of each new session before anybody uses it. */
  readonly opened: (session: Session) => void;
}

/** Pauses between attempts to connect: short first, since a fail-over is over soon. */
const PAUSES_MS = [20, 50, 100, 200, 500];

/** A connection that ended sooner may do so again: then there is a pause, too, but none of the longest. */
const HELD_MS = 1_000;
const PAUSES_AFTER_USE = 2;

const NO_FUNCTIONS = 'ERR Function not found';
/** Of these, those that another connection will not get: its handshake finds the primary, and loads the functions. */
const ELSEWHERE = ['READONLY', 'MASTERDOWN', 'CLUSTERDOWN', 'MOVED', 'ASK', 'UNBLOCKED', 'NOREPLICAS', NO_FUNCTIONS];
/** Replies that say: ask again, here or elsewhere; nothing was done. */
const PASSING = [...ELSEWHERE, 'LOADING', 'BUSY', 'TRYAGAIN'];

/** One connection to the primary that is made again whenever it ends. Calls wait for it, each up to a limit of its own. */
export class ServerLink {
  private session: Session | undefined;
  private failure: unknown;
  private waiting = new Set<() => void>();
  private closed = false;
  /** Ends the use of the session there is. */
  private leave: () => void = () => undefined;
  /** Connections made after the first. */
  reconnects = 0;

  constructor(
    readonly name: string,
    private readonly host: LinkHost,
  ) {
    void this.keep();
  }

  get connected(): boolean {
    return this.session !== undefined;
  }

  /** Why there is no connection. */
  get lastFailure(): unknown {
    return this.failure;
  }

  /** Takes what a new handshake on the same connection said. */
  renewed(session: Session, state: StoreState): void {
    if (this.session?.redis === session.redis) this.session = { ...session, state };
  }

  /**
   * Calls the server when there is a connection. When the call takes longer than the limit its connection is given up.
   * @throws StorageError Unavailable when there was none in time, or no answer: `isUnsent` tells which. What the server
   * refuses is thrown as it is.
   */
  async run<T>(limitMs: number, call: (session: Session) => Promise<T>): Promise<T> {
    const until = performance.now() + limitMs;
    // Where there is one the call goes out at once, and not behind what else this turn brings.
    const session = this.session ?? (await this.ready(limitMs));
    if (!session) throw unsent(this.failure);
    let cancel: () => void = () => undefined;
    const late = new Promise<never>((_resolve, reject) => {
      cancel = systemClock.setTimer(
        () => {
          this.giveUp(session);
          reject(new StorageError('Unavailable', '', { message: `Redis did not answer within ${limitMs} ms` }));
        },
        Math.max(until - performance.now(), 1),
      );
    });
    try {
      return await Promise.race([call(session), late]);
    } catch (error) {
      hideArguments(error);
      // Given up at once where it ended by itself, too: until its end is told, each try on it would fail in the same turn.
      const isDead = isConnectionError(error);
      if (isDead || isElsewhere(error)) this.giveUp(session);
      if (!isDead) throw error;
      throw new StorageError('Unavailable', '', { message: `Redis did not answer: ${error.message}`, cause: error });
    } finally {
      cancel();
    }
  }

  /** Whether there is a connection by then. */
  async comesWithin(limitMs: number): Promise<boolean> {
    return (await this.ready(limitMs)) !== undefined;
  }

  /** Ends the connection and all waiting. */
  close(): void {
    this.closed = true;
    this.session?.redis.disconnect();
    this.session = undefined;
    this.wake();
  }

  /** At once: when the other side is silent, the end of its connection may be seen late or never. */
  private giveUp({ redis }: Session): void {
    redis.disconnect();
    if (this.session?.redis !== redis) return;
    this.session = undefined;
    this.leave();
  }

  /** The session there is, or the one that comes within the limit. */
  private async ready(limitMs: number): Promise<Session | undefined> {
    if (this.session || this.closed) return this.session;
    await new Promise<void>((resolve) => {
      const done = () => {
        this.waiting.delete(done);
        cancel();
        resolve();
      };
      const cancel = systemClock.setTimer(done, limitMs);
      this.waiting.add(done);
    });
    return this.session;
  }

  private async keep(): Promise<void> {
    for (let attempts = 1, pauses = 0; !this.closed; attempts++, pauses++) {
      try {
        const session = await this.host.connect(this.name);
        if (this.closed) return session.redis.disconnect();
        const began = performance.now();
        await this.use(session, attempts);
        attempts = 0;
        pauses = performance.now() - began > HELD_MS ? 0 : Math.min(pauses, PAUSES_AFTER_USE);
      } catch (error) {
        hideArguments(error);
        this.failure = error;
        this.host.observer.disconnected?.(this.name, error);
      }
      if (!this.closed) await pause(PAUSES_MS[Math.min(pauses, PAUSES_MS.length - 1)]!);
    }
  }

  /** Returns when the connection has ended. */
  private async use(session: Session, attempts: number): Promise<void> {
    const { redis, server } = session;
    const ended = new Promise<void>((resolve) => {
      redis.once('end', () => resolve());
      this.leave = resolve;
    });
    if (redis.status === 'end') return;
    this.host.opened(session);
    this.session = session;
    this.failure = undefined;
    this.host.observer.connected?.(this.name, server, attempts);
    this.wake();
    await ended;
    this.session = undefined;
    if (this.closed) return;
    this.reconnects++;
    this.failure = new Error('the connection to Redis ended');
    this.host.observer.disconnected?.(this.name, this.failure);
  }

  private wake(): void {
    for (const done of [...this.waiting]) done();
  }
}

/** Not one of the calls that may have been done. */
class UnsentError extends StorageError {}

const unsent = (cause: unknown): StorageError =>
  new UnsentError('Unavailable', '', {
    message: `Redis is not reachable${cause instanceof Error ? `: ${cause.message}` : ''}`,
    cause,
  });

/** Whether the call surely never reached the server. */
export const isUnsent = (error: unknown): boolean => error instanceof UnsentError;

/** Whether the server refused it for now, so that it was not done. */
export const isPassing = (error: unknown): boolean => startsWithOneOf(error, PASSING);

const isElsewhere = (error: unknown): boolean => startsWithOneOf(error, ELSEWHERE);

/** Whether it is the server's last word: the call was not done, and will not be by asking again. */
export const isRefusal = (error: unknown): error is Error => isReplyError(error) && !isPassing(error);

/** How the client tells that the connection was or is closed: it has no class of errors for it. */
const isConnectionError = (error: unknown): error is Error =>
  error instanceof Error &&
  !isReplyError(error) &&
  !(error instanceof StorageError) &&
  ('syscall' in error || CLOSED.some((text) => error.message.startsWith(text)));

const CLOSED = ['Connection is closed', "Stream isn't writeable", 'Reached the max retries', 'Command aborted'];

const startsWithOneOf = (error: unknown, codes: readonly string[]): boolean =>
  isReplyError(error) && codes.some((code) => error.message.startsWith(code));
