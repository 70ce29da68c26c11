import { Buckets, histogram, type AddMetric } from '@orch/http';

/** Upper bounds of the buckets, seconds. */
const BUCKETS: readonly number[] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const PREFIX = 'authentication_token_cache_';

/** Caches of verified tokens (service accounts, OpenID Connect, webhook), with the names and labels of kube-apiserver. */
export class TokenCacheMetrics {
  private readonly requests = { hit: new Buckets(BUCKETS), miss: new Buckets(BUCKETS) };
  private readonly fetched = { ok: 0, error: 0 };
  private readonly active = { in_flight: 0, blocked: 0 };

  /** HOT PATH (bench: get): a cached token. Its time is below the resolution of kube-apiserver, 1 ms, and not measured. */
  hit(): void {
    this.requests.hit.observe(0);
  }

  /** A token that is verified: calls the function, and counts how it ends. */
  fetch<T>(verify: () => T): T {
    return this.missed(verify, 'in_flight', (isOk) => this.fetched[isOk ? 'ok' : 'error']++);
  }

  /** A token that another request has verified: the function waits for it. */
  join<T>(wait: () => T): T {
    return this.missed(wait, 'blocked', () => undefined);
  }

  private missed<T>(call: () => T, kind: 'in_flight' | 'blocked', ended: (isOk: boolean) => void): T {
    const startedMs = performance.now();
    this.active[kind]++;
    const end = (isOk: boolean): void => {
      this.active[kind]--;
      this.requests.miss.observe((performance.now() - startedMs) / 1_000);
      ended(isOk);
    };
    try {
      const result = call();
      if (result instanceof Promise) {
        result.then(
          () => end(true),
          () => end(false),
        );
      } else end(true);
      return result;
    } catch (error) {
      end(false);
      throw error;
    }
  }

  addTo(add: AddMetric): void {
    const { requests, fetched, active } = this;
    add(`${PREFIX}request_total`, 'counter', 'Tokens by whether they were in a cache.', () =>
      Object.entries(requests).map(([status, { total }]) => ({ labels: { status }, value: total })),
    );
    const duration = `${PREFIX}request_duration_seconds`;
    add(duration, 'histogram', 'Time until a token was known, by whether it was in a cache.', () =>
      Object.entries(requests).flatMap(([status, seconds]) => histogram(duration, { status }, seconds)),
    );
    const counted = (of: object) => () =>
      Object.entries(of as Record<string, number>).map(([status, value]) => ({ labels: { status }, value }));
    add(`${PREFIX}fetch_total`, 'counter', 'Tokens that were verified, by outcome.', counted(fetched));
    add(`${PREFIX}active_fetch_count`, 'gauge', 'Requests that verify a token, or wait for it.', counted(active));
  }
}
