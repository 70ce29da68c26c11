import type { ApiObject } from '@orch/apimachinery';
import type { RegisteredWebhook } from './registered-webhook.js';

/** What mutating webhooks did to one write, for the second round. */
export class Reinvocation {
  /** Called so far, and willing to be called again. */
  private readonly called = new Set<RegisteredWebhook>();
  /** To be called again: something changed after them. */
  private readonly due = new Set<RegisteredWebhook>();
  private output: ApiObject | undefined;

  /** A webhook changed the object: those called before it are due. */
  changed(): void {
    for (const webhook of this.called) this.due.add(webhook);
    this.called.clear();
  }

  finished(webhook: RegisteredWebhook): void {
    if (webhook.isReinvocable) this.called.add(webhook);
  }

  /** Records the result of a round. */
  ended(object: ApiObject): void {
    this.output = object;
  }

  /** Another plugin changed the result of the first round. */
  isChangedSince(object: ApiObject): boolean {
    return this.output !== undefined && this.output !== object;
  }

  isDue(webhook: RegisteredWebhook): boolean {
    return this.due.has(webhook);
  }
}
