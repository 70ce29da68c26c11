import { createHash } from 'node:crypto';
import { type Clock, SharedPlaces } from '@orch/apimachinery';
import { builtinResources, type Client, type HasMetadata } from '@orch/client';
import { LRUCache } from 'lru-cache';

/** For how long an answer of the API server counts. Unit: milliseconds. */
const KEPT_MS = 10_000;
const MOST_KEPT = 1_000;
/** Who asks for metrics waits no longer. Unit: milliseconds. */
const TIMEOUT_MS = 10_000;
/** Reviews at once of all client networks, which share them: the controllers need the other connections of their client (64), such as for the renewal of their lease. */
const MAX_REVIEWS = 32;

interface User {
  readonly username?: string;
  readonly uid?: string;
  readonly groups?: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}
interface TokenReview extends HasMetadata {
  readonly status?: { readonly authenticated?: boolean; readonly user?: User };
}
interface SubjectAccessReview extends HasMetadata {
  readonly status?: { readonly allowed?: boolean; readonly denied?: boolean };
}

/** Who asks, and whether the user may. */
export type Access =
  | { readonly is: 'unauthenticated' }
  /** Too many reviews of that client network are under way. */
  | { readonly is: 'busy' }
  | { readonly is: 'forbidden' | 'allowed'; readonly username: string };

/**
 * Asks the API server who the bearer of a token is, and whether that user may request a non-resource path: `TokenReview` and
 * `SubjectAccessReview`, which the user of the client must be allowed to create (`system:auth-delegator`). Answers count for 10 s.
 */
export class DelegatedAccess {
  private readonly kept: LRUCache<string, { readonly untilMs: number; readonly answer: Promise<unknown> }>;
  private readonly reviews = new SharedPlaces(MAX_REVIEWS);

  constructor(
    private readonly client: Client,
    private readonly clock: Clock,
  ) {
    this.kept = new LRUCache({ max: MOST_KEPT });
  }

  /**
   * @param authorization header of the request.
   * @param path without query. @param verb method in lower case.
   * @param network of the client.
   * @throws ApiError, TransportError when the API server does not say.
   */
  async check(authorization: string | undefined, path: string, verb: string, network: string): Promise<Access> {
    const token = /^Bearer +([\x21-\x7e]+)$/i.exec(authorization ?? '')?.[1];
    if (token === undefined) return { is: 'unauthenticated' };
    // Only its hash is kept.
    const hash = createHash('sha256').update(token).digest('base64');
    const authentication = this.answer(network, hash, () => this.authenticate(token));
    if (!authentication) return { is: 'busy' };
    const user = await authentication;
    if (!user) return { is: 'unauthenticated' };
    const question = JSON.stringify([user, path, verb]);
    const decision = this.answer(network, question, () => this.authorize(user, path, verb));
    if (!decision) return { is: 'busy' };
    return { is: (await decision) ? 'allowed' : 'forbidden', username: user.username ?? '' };
  }

  private async authenticate(token: string): Promise<User | undefined> {
    const { groups } = this.client.vocabulary;
    const review = { apiVersion: `${groups.authentication}/v1`, kind: 'TokenReview', metadata: {}, spec: { token } };
    const { status } = await this.client
      .resource<TokenReview>(builtinResources.tokenReviews)
      .create(review, { timeoutMs: TIMEOUT_MS });
    return status?.authenticated === true ? status.user : undefined;
  }

  private async authorize({ username, ...user }: User, path: string, verb: string): Promise<boolean> {
    const { groups } = this.client.vocabulary;
    const review = {
      ...{ apiVersion: `${groups.authorization}/v1`, kind: 'SubjectAccessReview', metadata: {} },
      spec: { ...user, user: username, nonResourceAttributes: { path, verb } },
    };
    const { status } = await this.client
      .resource<SubjectAccessReview>(builtinResources.subjectAccessReviews)
      .create(review, { timeoutMs: TIMEOUT_MS });
    return status?.allowed === true && status.denied !== true;
  }

  /** One call for concurrent questions. A failure is not kept. @returns undefined when the network has no place for another call. */
  private answer<T>(network: string, question: string, ask: () => Promise<T>): Promise<T> | undefined {
    const kept = this.kept.get(question);
    const leftMs = kept ? kept.untilMs - this.clock.now() : 0;
    // More than that time: the clock was set back.
    if (kept && leftMs > 0 && leftMs <= KEPT_MS) return kept.answer as Promise<T>;
    if (!this.reviews.hasRoom(network)) return undefined;
    this.reviews.take(network);
    const answer = ask().finally(() => this.reviews.release(network));
    this.kept.set(question, { untilMs: this.clock.now() + KEPT_MS, answer });
    answer.catch(() => this.kept.delete(question));
    return answer;
  }
}
