import { systemClock } from '@orch/apimachinery';
import type { Redis } from 'ioredis';

import type { Revision } from '../storage.js';
import { connectPrimary, type Route } from './connect-primary.js';
import { checkSettings, openStore, readJudgement, serverIdentity, type StoreState } from './handshake.js';
import type { Session } from './server-link.js';

const HANDSHAKE_LIMIT_MS = 3_000;

/** The link on whose connections the settings of the server are looked at. */
export const WRITER = 'writer';

/** What a process says of itself, and hears. */
export interface HandshakeHost {
  /** Newest revision that was delivered. */
  readonly seen: () => Revision;
  /** The time to stamp changes with; empty: the server's. */
  readonly stamp: () => string;
  /** The time here. Unit: milliseconds since 1970. */
  readonly now: () => number;
  /** Whether the store is being opened for the first time. */
  readonly isStart: () => boolean;
}

/** Connects and shakes hands: tells what this process has seen, and hears what the store is now. */
export class Handshakes {
  constructor(
    private readonly route: Route,
    private readonly host: HandshakeHost,
  ) {}

  /** @throws what `checkSettings`, `openStore` and the connection throw, with nothing left open. */
  async connect(link: string): Promise<Session> {
    const redis = await connectPrimary(this.route, `orch-${link}`);
    const cancel = systemClock.setTimer(() => redis.disconnect(), HANDSHAKE_LIMIT_MS);
    try {
      return { redis, ...(await this.shake(redis, link === WRITER)) };
    } catch (error) {
      redis.disconnect();
      throw error;
    } finally {
      cancel();
    }
  }

  /** The same on a connection that stands: it may be that its server has gone on with another history. */
  async again({ redis }: Session): Promise<StoreState> {
    return (await this.shake(redis, false)).state;
  }

  /** What is wrong by now with the settings of a server that is in use. @throws what `readJudgement` and the connection throw. */
  async unsafeSettings({ redis }: Session): Promise<readonly string[]> {
    const { info } = await serverIdentity(redis);
    const durability = this.route.options.durability ?? { mode: 'always' };
    return (await readJudgement(redis, info, durability, { ...this.user, isStart: false })).refused;
  }

  private get user(): { readonly base: string; readonly user: string | undefined } {
    const { base, options, target } = this.route;
    return { base, user: options.username ?? target.username };
  }

  private async shake(redis: Redis, isChecked: boolean): Promise<Omit<Session, 'redis'>> {
    const { id, info } = await serverIdentity(redis);
    if (isChecked) await this.check(redis, info);
    const { seen, stamp, now } = this.host;
    const process = { seen: seen(), stamp: stamp(), nowMs: now() };
    return { server: id, state: await openStore(redis, this.route.base, id, process) };
  }

  private async check(redis: Redis, info: ReadonlyMap<string, string>): Promise<void> {
    const { options } = this.route;
    const who = { ...this.user, isStart: this.host.isStart() };
    const warnings = await checkSettings(redis, info, options.durability ?? { mode: 'always' }, who);
    for (const warning of warnings) options.observer?.warning?.(warning);
  }
}
