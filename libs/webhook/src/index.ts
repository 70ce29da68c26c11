export { DECISION_LIMITS, Decisions } from './decisions.js';
export { RETRY_TRIES, retryPauseMs } from './retry-pause.js';
export { isFields, type Fields, type Review, type ReviewAnswer } from './review.js';
export { loadWebhookConfiguration } from './webhook-configuration.js';
export { WebhookBusy, WebhookError, WebhookTimeout } from './webhook-error.js';
export { ANSWER_LIMIT_MS, CALL_LIMITS, WebhookService } from './webhook-service.js';
export { reasonOf } from './hook/call-failure.js';
export {
  HookClient,
  type HookCall,
  type HookClientOptions,
  type HookCredentials,
  type HookCredentialsOf,
} from './hook/hook-client.js';
export type { LongAnswer } from './hook/long-answers.js';
export { bytesOfObjects, decodedAnswer, fieldsOfObjects } from './hook/hook-answer.js';
export { loadHookCredentials } from './hook/hook-credentials.js';
export { wrongReviewType, wrongReviewUid } from './hook/review-identity.js';
export type { HookClientConfig, ResolveService, ServiceAddress } from './hook/hook-target.js';
