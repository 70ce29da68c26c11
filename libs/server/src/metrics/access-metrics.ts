import { type AddMetric, Buckets, histogram, type ServerRequest } from '@orch/http';

/** Upper bounds of the buckets, seconds: 1 ms, doubled 14 times. */
const BUCKETS: readonly number[] = Array.from({ length: 15 }, (_, i) => 0.001 * 2 ** i);
/** The same of a single filter. */
const FILTER_BUCKETS: readonly number[] = [0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 5, 10, 15, 30];
const FILTER_DURATIONS = 'apiserver_request_filter_duration_seconds';
/** Users that have a series of their own, as in the reference; all others share one. */
const NAMED_USERS: ReadonlySet<string> = new Set(['admin', 'client', 'kube_proxy']);
const FORBIDDEN = 403;
const UNAUTHORIZED = 401;

/** Attempts by their result, and the time they took. */
class Attempts {
  private readonly byResult = new Map<string, { count: number; readonly seconds: Buckets }>();

  /** @param seconds undefined: not measured. */
  add(result: string, seconds: number | undefined): void {
    let entry = this.byResult.get(result);
    if (!entry) this.byResult.set(result, (entry = { count: 0, seconds: new Buckets(BUCKETS) }));
    entry.count++;
    if (seconds !== undefined) entry.seconds.observe(seconds);
  }

  addTo(add: AddMetric, counter: string, duration: string, what: string): void {
    add(counter, 'counter', `${what} by result.`, () =>
      [...this.byResult].map(([result, { count }]) => ({ value: count, labels: { result } })),
    );
    add(duration, 'histogram', `Time of ${what.toLowerCase()} by result.`, () =>
      [...this.byResult].flatMap(([result, { seconds }]) => histogram(duration, { result }, seconds)),
    );
  }
}

/** Counts authentication and authorization, with the names and labels of the reference. Bounded. */
export class AccessMetrics {
  private readonly authentications = new Attempts();
  private readonly authorizations = new Attempts();
  private readonly users = new Map<string, number>();
  private readonly filters = {
    authentication: new Buckets(FILTER_BUCKETS),
    authorization: new Buckets(FILTER_BUCKETS),
  };

  /** @param ms time of the authentication. */
  authenticated({ user }: ServerRequest, ms: number): void {
    this.authentications.add('success', ms / 1_000);
    this.filters.authentication.observe(ms / 1_000);
    const name = NAMED_USERS.has(user.username) ? user.username : 'other';
    this.users.set(name, (this.users.get(name) ?? 0) + 1);
  }

  /** @param ms time of the authorization. */
  authorized(ms: number): void {
    this.authorizations.add('allowed', ms / 1_000);
    this.filters.authorization.observe(ms / 1_000);
  }

  /** Counts refusals. Called after the answer. */
  finished({ reply, decision, headers }: ServerRequest): void {
    if (reply.statusCode === UNAUTHORIZED)
      this.authentications.add(headers.authorization === undefined ? 'failure' : 'error', undefined);
    else if (reply.statusCode === FORBIDDEN && decision && !decision.allowed)
      this.authorizations.add(decision.denied ? 'denied' : decision.error ? 'error' : 'no-opinion', undefined);
  }

  addTo(add: AddMetric): void {
    this.authentications.addTo(add, 'authentication_attempts', 'authentication_duration_seconds', 'Authentications');
    this.authorizations.addTo(add, 'authorization_attempts_total', 'authorization_duration_seconds', 'Authorizations');
    add(FILTER_DURATIONS, 'histogram', 'Time in a filter of requests that passed it.', () =>
      Object.entries(this.filters).flatMap(([filter, seconds]) => histogram(FILTER_DURATIONS, { filter }, seconds)),
    );
    add('authenticated_user_requests', 'counter', 'Authenticated requests by user.', () =>
      [...this.users].map(([username, value]) => ({ value, labels: { username } })),
    );
  }
}
