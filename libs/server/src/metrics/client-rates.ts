import type { AddMetric } from '@orch/http';

/** Requests are counted in windows of this length. */
const WINDOW_MS = 30_000;
/** Clients that are counted at once; the others are counted together. */
const MOST_CLIENTS = 256;
/** Clients that are still counted in the next window, so that a flood of new ones does not hide them. */
const KEPT_CLIENTS = 64;
/** Clients in the metrics. */
const MOST_SHOWN = 10;
/** Characters of the user agent that count. */
const KEY_LENGTH = 64;
/** Characters of the name of a user that count: one of a certificate may have 64 KiB. */
const USER_LENGTH = 256;
/** The product at the start of a user agent; what else it has may be different in each request. */
const PRODUCT = /^[\w.!#$%&'*+^`|~-]{1,40}(?=[/ ]|$)/;

interface ClientCount {
  readonly user: string;
  readonly client: string;
  current: number;
  previous: number;
}

/** A client and its rate. */
export interface ClientRate {
  /** '' are all clients that are not counted one by one. */
  readonly user: string;
  /** The product in its user agent; '' without one. */
  readonly client: string;
  readonly perSecond: number;
}

/**
 * Requests by user and program, of the last 30 to 60 seconds: which clients cause most of the load. Bounded, whatever names clients send.
 *
 * HOT PATH (bench: get): one entry of a map per request.
 */
export class ClientRates {
  private readonly counts = new Map<string, ClientCount>();
  private readonly others: ClientCount = { user: '', client: '', current: 0, previous: 0 };
  private windowBeganMs: number;
  private hasPrevious = false;

  /** @param nowMs of a monotonic clock, which the other calls use, too. */
  constructor(nowMs: number) {
    this.windowBeganMs = nowMs;
  }

  /** Counts a request that ended. @param username '' is not counted: the request was not authenticated. */
  count(username: string, userAgent: string | undefined, nowMs: number): void {
    if (username === '') return;
    const user = username.length > USER_LENGTH ? username.slice(0, USER_LENGTH) : username;
    if (nowMs - this.windowBeganMs >= WINDOW_MS) this.turn(nowMs);
    const key = `${user}\n${userAgent?.slice(0, KEY_LENGTH) ?? ''}`;
    let entry = this.counts.get(key);
    if (!entry) {
      if (this.counts.size >= MOST_CLIENTS) entry = this.others;
      else {
        entry = { user, client: PRODUCT.exec(userAgent ?? '')?.[0] ?? '', current: 0, previous: 0 };
        this.counts.set(key, entry);
      }
    }
    entry.current++;
  }

  /** The most active clients first, at most 10. */
  top(nowMs: number): ClientRate[] {
    if (nowMs - this.windowBeganMs >= WINDOW_MS) this.turn(nowMs);
    const seconds = Math.max(1, (nowMs - this.windowBeganMs + (this.hasPrevious ? WINDOW_MS : 0)) / 1_000);
    const byClient = new Map<string, { readonly user: string; readonly client: string; requests: number }>();
    for (const { user, client, current, previous } of [...this.counts.values(), this.others]) {
      const key = `${user}\n${client}`;
      const sum = byClient.get(key) ?? { user, client, requests: 0 };
      sum.requests += current + previous;
      byClient.set(key, sum);
    }
    return [...byClient.values()]
      .filter(({ requests }) => requests > 0)
      .toSorted((one, other) => other.requests - one.requests)
      .slice(0, MOST_SHOWN)
      .map(({ user, client, requests }) => ({ user, client, perSecond: requests / seconds }));
  }

  /** Begins a window; what was counted longer than one window ago is dropped. */
  private turn(nowMs: number): void {
    const isNext = nowMs - this.windowBeganMs < 2 * WINDOW_MS;
    this.windowBeganMs = isNext ? this.windowBeganMs + WINDOW_MS : nowMs;
    this.hasPrevious = true;
    for (const entry of [...this.counts.values(), this.others]) {
      entry.previous = isNext ? entry.current : 0;
      entry.current = 0;
    }
    const kept = [...this.counts]
      .filter(([, { previous }]) => previous > 0)
      .toSorted(([, one], [, other]) => other.previous - one.previous);
    this.counts.clear();
    for (const [key, entry] of kept.slice(0, KEPT_CLIENTS)) this.counts.set(key, entry);
    for (const [, { previous }] of kept.slice(KEPT_CLIENTS)) this.others.previous += previous;
  }
}

/** The most active clients: series come and go with them, ten at most. */
export function addClientRates(add: AddMetric, rates: ClientRates): void {
  add(
    'apiserver_top_client_requests_per_second',
    'gauge',
    'Requests per second, of the last 30 to 60 seconds, of the ten most active clients, by user and program; without a user all others that are not counted one by one.',
    () => rates.top(performance.now()).map(({ perSecond, ...labels }) => ({ labels, value: perSecond })),
  );
}
