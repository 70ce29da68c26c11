/** A webhook gave no valid answer. The text is for the log and contains nothing of request or response. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
}

/** The webhook was not called: too many calls are in flight. */
export class WebhookBusy extends WebhookError {}

/** It did not answer in time. */
export class WebhookTimeout extends WebhookError {}
