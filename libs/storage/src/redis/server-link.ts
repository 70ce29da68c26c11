import { setTimeout as pause } from 'node:timers/promises';

import type { Redis } from 'ioredis';
import { systemClock, withTimeout } from '@orch/apimachinery';

import { StorageError } from '../storage-error.js';
import type { StoreState } from './handshake.js';
import type { RedisObserver } from './redis-options.js';
import { hideArguments, isReplyError } from './reply-error.js';

/** An open connection, with the state of the store at its handshake. */
export interface Session {
  readonly redis: Redis;
  readonly server: string;
  readonly state: StoreState;
}

export interface LinkHost {
  /** Connects and performs the handshake. */
  readonly connect: (link: string) => Promise<Session>;
  readonly observer: RedisObserver;
  /** Called with each new session before its first use. */
  readonly opened: (session: Session) => void;
  /** Called before each use of a session. @throws StorageError. */
  readonly check: (session: Session) => void;
}

/** Backoff between attempts to connect: short first, since a fail-over is short. */
const PAUSES_MS = [20, 50, 100, 200, 500];

/** A connection that ended sooner is reconnected with backoff, but not the longest. */
const HELD_MS = 1_000;
const PAUSES_AFTER_USE = 2;

const NO_FUNCTIONS = 'ERR Function not found';
/** Errors that a new connection avoids: its handshake finds the primary and loads the functions. */
const RECONNECT = ['READONLY', 'MASTERDOWN', 'CLUSTERDOWN', 'MOVED', 'ASK', 'UNBLOCKED', 'NOREPLICAS', NO_FUNCTIONS];
/** Transient error replies: the call was not executed and can be retried. */
const TRANSIENT = [...RECONNECT, 'LOADING', 'BUSY', 'TRYAGAIN'];

/** A connection to the primary that reconnects when it ends. Calls wait for it, each up to its own time limit. */
export class ServerLink {
  private session: Session | undefined;
  private failure: unknown;
  private waiting = new Set<() => void>();
  private closed = false;
  /** Ends the use of the current session. */
  private endUse: () => void = () => undefined;
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

  /** Updates the session after a new handshake on the same connection. */
  renewed(session: Session, state: StoreState): void {
    if (this.session?.redis === session.redis) this.session = { ...session, state };
  }

  /**
   * Runs a call when there is a connection. When the call exceeds the limit, its connection is closed.
   * @throws StorageError Unavailable when there was no connection in time (`isUnsent`) or no answer. Error replies of the server
   * are thrown unchanged.
   */
  async run<T>(limitMs: number, call: (session: Session) => Promise<T>): Promise<T> {
    const until = performance.now() + limitMs;
    // With a connection the call is sent synchronously.
    const session = this.session ?? (await this.ready(limitMs));
    if (!session) throw unsent(this.failure);
    const late = (): never => {
      this.giveUp(session);
      throw new StorageError('Unavailable', '', { message: `Redis did not answer within ${limitMs} ms` });
    };
    try {
      this.host.check(session);
      return await withTimeout(systemClock, Math.max(until - performance.now(), 1), call(session), late);
    } catch (error) {
      hideArguments(error);
      // Closed immediately, also when it ended by itself: until the `end` event, each retry on it would fail in the same turn.
      const isDead = isConnectionError(error);
      if (isDead || needsReconnect(error)) this.giveUp(session);
      if (!isDead) throw error;
      throw new StorageError('Unavailable', '', { message: `Redis did not answer: ${error.message}`, cause: error });
    }
  }

  /** Waits for a connection. @returns whether there is one within the limit. */
  async waitForConnection(limitMs: number): Promise<boolean> {
    return (await this.ready(limitMs)) !== undefined;
  }

  /** Closes a connection to another store. */
  leaveOthers(store: string): void {
    if (this.session && this.session.state.store !== store) this.giveUp(this.session);
  }

  /** Closes the connection and ends all waiting. */
  close(): void {
    this.closed = true;
    this.session?.redis.disconnect();
    this.session = undefined;
    this.wake();
  }

  /** Takes effect immediately: the `end` event of a silent connection may be late or missing. */
  private giveUp({ redis }: Session): void {
    redis.disconnect();
    if (this.session?.redis !== redis) return;
    this.session = undefined;
    this.endUse();
  }

  /** The current session, or the next one within the limit. */
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

  /** Resolves when the connection has ended. */
  private async use(session: Session, attempts: number): Promise<void> {
    const { redis, server } = session;
    const ended = new Promise<void>((resolve) => {
      redis.once('end', () => resolve());
      this.endUse = resolve;
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

/** The call was never sent. */
class UnsentError extends StorageError {}

const unsent = (cause: unknown): StorageError =>
  new UnsentError('Unavailable', '', {
    message: `Redis is not reachable${cause instanceof Error ? `: ${cause.message}` : ''}`,
    cause,
  });

/** Whether the call was never sent to the server. */
export const isUnsent = (error: unknown): boolean => error instanceof UnsentError;

/** Whether the server refused the call temporarily; it was not executed. */
export const isTransient = (error: unknown): boolean => startsWithOneOf(error, TRANSIENT);

/** Another server is the primary, or was for a moment: a new connection finds out. */
export class OtherPrimaryError extends StorageError {}

const needsReconnect = (error: unknown): boolean =>
  error instanceof OtherPrimaryError || startsWithOneOf(error, RECONNECT);

/** Whether the server refused the call permanently; it was not executed. */
export const isRefusal = (error: unknown): error is Error => isReplyError(error) && !isTransient(error);

/** Whether the connection was or is closed, or is unusable: ioredis has no error class for it. */
const isConnectionError = (error: unknown): error is Error =>
  error instanceof Error &&
  !isReplyError(error) &&
  !(error instanceof StorageError) &&
  ('syscall' in error || isUnexpectedReply(error) || CLOSED.some((text) => error.message.startsWith(text)));

/** A reply of another form than the call has: replies may belong to other calls now. */
const isUnexpectedReply = ({ name }: Error): boolean => name === 'TypeError' || name === 'RangeError';

const CLOSED = ['Connection is closed', "Stream isn't writeable", 'Reached the max retries', 'Command aborted'];

const startsWithOneOf = (error: unknown, codes: readonly string[]): boolean =>
  isReplyError(error) && codes.some((code) => error.message.startsWith(code));
