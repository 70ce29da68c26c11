import { ApiError, type Clock } from '@orch/apimachinery';
import { flowOfRequester, type Flow } from '@orch/http';
import { Decisions, WebhookBusy, WebhookError, type WebhookService } from '@orch/webhook';
import { InvalidCredential, type TokenAuthenticator, type TokenIdentity } from '../authenticator.js';
import type { TokenCacheMetrics } from '../metrics/token-cache-metrics.js';
import { tokenDecision, type TokenDecision } from './token-decision.js';

const BUSY = 'too many tokens are being looked up, please try again later';
const RETRY_AFTER_SECONDS = 1;
/** Of a token and the audiences of its review, which may have megabytes: they are encoded in one turn of the event loop. */
const MAX_CHARACTERS = 256 * 1_024;

/** The webhook and its settings. */
export interface TokenWebhook {
  readonly service: Pick<WebhookService, 'review'>;
  /** `GROUP/v1beta1` or `GROUP/v1`, of the sent TokenReview. */
  readonly apiVersion: string;
  /** Of all decisions. Unit: milliseconds. */
  readonly cacheTtlMs: number;
  readonly clock: Clock;
  readonly metrics: TokenCacheMetrics;
  /**
   * Default audiences, which are not sent to the webhook: its answer then applies to this server (B-086). Undefined:
   * audiences are always sent.
   */
  readonly unnamed: readonly string[] | undefined;
}

/** Authenticates tokens by a webhook (B-073). Decisions, positive or negative, are cached (B-078, D-060). */
export function webhookTokenAuthenticator(webhook: TokenWebhook): TokenAuthenticator {
  const decisions = new Decisions<TokenDecision>(webhook.clock);
  const reviewToken = async (token: string, audiences: readonly string[], flow: Flow) => {
    const named = audiences === webhook.unnamed || audiences.length === 0 ? undefined : audiences;
    const spec = { token, ...(named && { audiences: named }) };
    const review = { apiVersion: webhook.apiVersion, kind: 'TokenReview', spec };
    const { status, bytes } = await webhook.service.review(review, flow);
    const decision = tokenDecision(status, audiences);
    return { decision, refused: decision.identity === undefined, ttlMs: webhook.cacheTtlMs, bytes };
  };
  /** The decision, counted by whether it was cached, or another request has asked for it. */
  const counted = (question: string, flow: () => Flow, ask: () => ReturnType<typeof reviewToken>) => {
    let isAsked = false;
    const asked = () => {
      isAsked = true;
      return webhook.metrics.fetch(ask);
    };
    const decision = decisions.get(question, () => flow().name, asked);
    if (decision instanceof Promise) return isAsked ? decision : webhook.metrics.join(() => decision);
    webhook.metrics.hit();
    return decision;
  };
  return {
    name: 'webhook',
    authenticateToken: (token, audiences, requester) => {
      if (audiences.reduce((sum, { length }) => sum + length, token.length) > MAX_CHARACTERS) {
        throw new InvalidCredential('the token and its audiences are too long for the token webhook');
      }
      const flow = () => (requester ? flowOfRequester(requester) : NO_REQUEST);
      const decision = counted(JSON.stringify([token, audiences]), flow, () => reviewToken(token, audiences, flow()));
      return decision instanceof Promise ? decision.then(identityOf, refuse) : identityOf(decision);
    },
  };
}

/** For tokens without a request. */
const NO_REQUEST: Flow = { name: '', exempt: false };

/** @throws InvalidCredential when the webhook does not authenticate the token. */
function identityOf({ identity, publicMessage }: TokenDecision): TokenIdentity {
  if (identity) return identity;
  throw new InvalidCredential(
    'the token webhook refuses the bearer token',
    publicMessage === undefined ? {} : { publicMessage },
  );
}

/**
 * Without an answer the token is rejected (D-063). Over the limit of calls it is not invalid: the client should retry.
 * @throws InvalidCredential, ApiError TooManyRequests.
 */
function refuse(error: unknown): never {
  if (error instanceof WebhookBusy) throw ApiError.tooManyRequests(BUSY, RETRY_AFTER_SECONDS);
  if (!(error instanceof WebhookError)) throw error;
  throw new InvalidCredential('the token webhook gives no valid answer', { cause: error });
}
