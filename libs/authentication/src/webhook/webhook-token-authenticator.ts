import { ApiError, type Clock } from '@orch/apimachinery';
import { flowOfRequester, type Flow } from '@orch/http';
import { Decisions, WebhookBusy, WebhookError, type WebhookService } from '@orch/webhook';
import { InvalidCredential, type TokenAuthenticator, type TokenIdentity } from '../authenticator.js';
import { tokenDecision, type TokenDecision } from './token-decision.js';

const BUSY = 'too many tokens are being looked up, please try again later';
const RETRY_AFTER_SECONDS = 1;

/** Who is asked, and how. */
export interface TokenWebhook {
  readonly service: Pick<WebhookService, 'ask'>;
  /** `GROUP/v1beta1` or `GROUP/v1`, of the TokenReview that is sent. */
  readonly apiVersion: string;
  /** Of all decisions. Unit: milliseconds. */
  readonly cacheTtlMs: number;
  readonly clock: Clock;
  /**
   * Audiences that are not named to the service: those of a server that nobody gave any. It then says whether the token is for this
   * server (B-086). Undefined: all are named.
   */
  readonly unnamed: readonly string[] | undefined;
}

/** Asks a service whom tokens stand for (B-073). What it said, yes or no, holds for a while (B-078, D-060). */
export function webhookTokenAuthenticator(webhook: TokenWebhook): TokenAuthenticator {
  const decisions = new Decisions<TokenDecision>(webhook.clock);
  const ask = async (token: string, audiences: readonly string[], flow: Flow) => {
    const named = audiences === webhook.unnamed || audiences.length === 0 ? undefined : audiences;
    const spec = { token, ...(named && { audiences: named }) };
    const review = { apiVersion: webhook.apiVersion, kind: 'TokenReview', spec };
    const { status, bytes } = await webhook.service.ask(review, flow);
    const decision = tokenDecision(status, audiences);
    return { decision, refused: decision.identity === undefined, ttlMs: webhook.cacheTtlMs, bytes };
  };
  return {
    name: 'webhook',
    authenticateToken: (token, audiences, requester) => {
      const flow = () => (requester ? flowOfRequester(requester) : NO_REQUEST);
      const decision = decisions.get(JSON.stringify([token, audiences]), () => ask(token, audiences, flow()));
      return decision instanceof Promise ? decision.then(identityOf, refuse) : identityOf(decision);
    },
  };
}

/** Of tokens that no request brought. */
const NO_REQUEST: Flow = { name: '', exempt: false };

/** @throws InvalidCredential when the service does not know the token. */
function identityOf({ identity, told }: TokenDecision): TokenIdentity {
  if (identity) return identity;
  throw new InvalidCredential('the token webhook refuses the bearer token', told === undefined ? {} : { told });
}

/**
 * Without an answer nobody is let in (D-063). A token that nobody was asked about is no bad one: its bearer comes again.
 * @throws InvalidCredential, ApiError TooManyRequests.
 */
function refuse(error: unknown): never {
  if (error instanceof WebhookBusy) throw ApiError.tooManyRequests(BUSY, RETRY_AFTER_SECONDS);
  if (!(error instanceof WebhookError)) throw error;
  throw new InvalidCredential('the token webhook gives no answer that counts', { cause: error });
}
