import { systemClock } from '@orch/apimachinery';
import type { Redis } from 'ioredis';

import type { Revision } from '../storage.js';
import { connectPrimary, type Route } from './connect-primary.js';
import { checkSettings, openStore, readAssessment, serverIdentity, type StoreState } from './handshake.js';
import type { Session } from './server-link.js';

const HANDSHAKE_LIMIT_MS = 3_000;

/** The link whose connections check the settings of the server. */
export const WRITER = 'writer';
/** A connection that only asks whether the server is still the primary. */
const PROBE = 'probe';

/** State of this process for the handshake. */
export interface HandshakeHost {
  /** Newest revision that this process knows of, delivered or not. */
  readonly seen: () => Revision;
  /** Id of the store that this process has served; empty: none yet. */
  readonly served: () => string;
  /** Timestamp of changes; empty: the server's time. */
  readonly stamp: () => string;
  /** The local time. Unit: milliseconds since 1970. */
  readonly now: () => number;
  /** Whether the store is being opened for the first time. */
  readonly isStart: () => boolean;
}

/** Connects and performs the handshake: sends the newest known revision, and returns the state of the store. */
export class Handshakes {
  /**
   * Failed attempts of each link, and probes. The next one begins with the next address: a Sentinel or node that is cut off from the others names an old
   * primary, however often it is asked. Links that fail at the same time do not count for each other: they would skip addresses.
   */
  private readonly attempts = new Map<string, number>();

  constructor(
    private readonly route: Route,
    private readonly host: HandshakeHost,
  ) {}

  /** @throws what `checkSettings`, `openStore` and the connection throw, after closing the connection. */
  async connect(link: string): Promise<Session> {
    const attempt = this.attempts.get(link) ?? 0;
    try {
      const redis = await connectPrimary(this.route, `orch-${link}`, attempt);
      return await this.session(redis, link === WRITER);
    } catch (error) {
      this.attempts.set(link, attempt + 1);
      throw error;
    }
  }

  private async session(redis: Redis, isChecked: boolean): Promise<Session> {
    const cancel = systemClock.setTimer(() => redis.disconnect(), HANDSHAKE_LIMIT_MS);
    try {
      return { redis, ...(await this.shake(redis, isChecked)) };
    } catch (error) {
      redis.disconnect();
      throw error;
    } finally {
      cancel();
    }
  }

  /** Repeats the handshake on an open connection: its server may have begun another epoch. */
  async again({ redis }: Session): Promise<StoreState> {
    return (await this.shake(redis, false)).state;
  }

  /** Whether a new connection leads to the server of this one; true when that cannot be found out. */
  async isPrimary({ server }: Session): Promise<boolean> {
    let redis: Redis | undefined;
    try {
      const attempt = (this.attempts.get(PROBE) ?? 0) + 1;
      this.attempts.set(PROBE, attempt);
      redis = await connectPrimary(this.route, `orch-${PROBE}`, attempt);
      const { id } = await serverIdentity(redis);
      return processOf(id) === processOf(server);
    } catch {
      return true;
    } finally {
      redis?.disconnect();
    }
  }

  /** Current problems with the settings of a server in use. @throws what `readAssessment` and the connection throw. */
  async unsafeSettings({ redis }: Session): Promise<readonly string[]> {
    const { info } = await serverIdentity(redis);
    const durability = this.route.options.durability ?? { mode: 'always' };
    return (await readAssessment(redis, info, durability, { ...this.user, isStart: false })).refused;
  }

  private get user(): { readonly base: string; readonly user: string | undefined } {
    const { base, options, target } = this.route;
    return { base, user: options.username ?? target.username };
  }

  private async shake(redis: Redis, isChecked: boolean): Promise<Omit<Session, 'redis'>> {
    const { id, info } = await serverIdentity(redis);
    if (isChecked) await this.check(redis, info);
    const { seen, served, stamp, now } = this.host;
    const process = { seen: seen(), store: served(), stamp: stamp(), nowMs: now() };
    return { server: id, state: await openStore(redis, this.route.base, id, process) };
  }

  private async check(redis: Redis, info: ReadonlyMap<string, string>): Promise<void> {
    const { options } = this.route;
    const user = { ...this.user, isStart: this.host.isStart() };
    const warnings = await checkSettings(redis, info, options.durability ?? { mode: 'always' }, user);
    for (const warning of warnings) options.observer?.warning?.(warning);
  }
}

/** The process of a server identity: its replication id changes when it is demoted and promoted again. */
const processOf = (id: string): string => id.split(':')[0]!;
