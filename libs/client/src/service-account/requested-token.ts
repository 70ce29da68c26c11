import type { Clock, Random } from '@orch/apimachinery';
import type { Client } from '../client.js';
import type { HasMetadata } from '../object/object-key.js';
import { builtinResources } from '../resource/builtin-resources.js';

/** Part of the lifetime of a token after which it is replaced (B-345). */
const USED_SHARE = 0.8;
/** Age at which a token is replaced at the latest (B-346). */
const MAX_AGE_MS = 24 * 3_600_000;
/** Replacements are earlier by a random part of this, so that clients that started together do not refresh together. */
const MAX_JITTER_MS = 10_000;

/** The token to request. */
export interface RequestedTokenOptions {
  readonly namespace: string;
  /** Name of the service account. */
  readonly serviceAccount: string;
  /** Default: the audiences of the API server. */
  readonly audiences?: readonly string[];
  /** Default: that of the server, an hour. The server may shorten or extend it. Unit: seconds. */
  readonly expirationSeconds?: number;
}

interface TokenRequest extends HasMetadata {
  readonly spec?: { readonly expirationSeconds?: number };
  readonly status?: { readonly token?: string; readonly expirationTimestamp?: string };
}

interface Known {
  readonly token: string;
  readonly expiresAtMs: number;
  readonly replacedAtMs: number;
}

/**
 * A token of a service account, requested from the server and replaced in time: after 80 % of its lifetime, and after
 * 24 hours at the latest. The method `current` fits the credentials `tokenSource` of a client configuration.
 */
export class RequestedToken {
  private known: Known | undefined;
  private requesting: Promise<string> | undefined;

  /** @param client may create `serviceaccounts/token`. */
  constructor(
    private readonly client: Pick<Client, 'resource' | 'vocabulary'>,
    private readonly options: RequestedTokenOptions,
    private readonly clock: Pick<Clock, 'now'>,
    private readonly random: Random,
  ) {}

  /**
   * A valid token. Concurrent calls share one request. While no new token can be had, the last one is returned until it
   * expires. @throws ApiError, TransportError of the request.
   */
  current(): Promise<string> {
    const { known } = this;
    if (known && this.clock.now() < known.replacedAtMs) return Promise.resolve(known.token);
    return (this.requesting ??= this.replaced().finally(() => (this.requesting = undefined)));
  }

  private async replaced(): Promise<string> {
    try {
      this.known = await this.request();
      return this.known.token;
    } catch (error) {
      if (this.known && this.clock.now() < this.known.expiresAtMs) return this.known.token;
      throw error;
    }
  }

  private async request(): Promise<Known> {
    const { client, options } = this;
    const { namespace, serviceAccount, audiences, expirationSeconds } = options;
    const answer = await client
      .resource(builtinResources.serviceAccounts)
      .namespace(namespace)
      .subresource('token')
      .create<TokenRequest>(serviceAccount, {
        apiVersion: `${client.vocabulary.groups.authentication}/v1`,
        kind: 'TokenRequest',
        spec: {
          ...(audiences ? { audiences } : {}),
          ...(expirationSeconds === undefined ? {} : { expirationSeconds }),
        },
      });
    const { token, expirationTimestamp = '' } = answer.status ?? {};
    const expiresAtMs = Date.parse(expirationTimestamp);
    if (token === undefined || Number.isNaN(expiresAtMs)) throw new Error('the server gave no token');
    return { token, expiresAtMs, replacedAtMs: this.replacedAt(expiresAtMs, answer.spec?.expirationSeconds) };
  }

  /** By the clock of the server, which set the expiry. */
  private replacedAt(expiresAtMs: number, lifetimeSeconds = (expiresAtMs - this.clock.now()) / 1_000): number {
    const lifetimeMs = lifetimeSeconds * 1_000;
    const age = Math.min(lifetimeMs * USED_SHARE, MAX_AGE_MS);
    return expiresAtMs - lifetimeMs + age - this.random() * MAX_JITTER_MS;
  }
}
