/** A webhook gave no answer that counts. The text is for the log and holds nothing of question or answer. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
}

/** It was not asked: too many calls are under way. That says nothing about the question. */
export class WebhookBusy extends WebhookError {}
