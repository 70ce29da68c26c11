import type { LabelSelectorObject } from '@orch/apimachinery';
import type { HookClientConfig } from '@orch/webhook';
import { AdmissionExpression } from '../expressions/admission-expression.js';
import { RequestSelectors } from '../matching/request-selectors.js';
import { RuleList } from '../matching/rule-list.js';
import type { MatchRule } from '../matching/rule-match.js';

/** A webhook as in its configuration. */
export interface WebhookObject {
  readonly name: string;
  readonly clientConfig: HookClientConfig;
  readonly rules?: readonly MatchRule[] | null;
  readonly failurePolicy?: string;
  readonly matchPolicy?: string;
  readonly namespaceSelector?: LabelSelectorObject;
  readonly objectSelector?: LabelSelectorObject;
  readonly sideEffects?: string | null;
  readonly timeoutSeconds?: number;
  readonly admissionReviewVersions?: readonly string[] | null;
  readonly matchConditions?: readonly { readonly name: string; readonly expression: string }[];
  readonly reinvocationPolicy?: string;
}

/** A webhook of a stored configuration, ready to match and to call. Selectors and conditions are compiled on first use. */
export class RegisteredWebhook {
  /** With rules for other versions of a resource it also takes requests to those, unless it asks for exact ones. */
  readonly rules: RuleList;
  readonly selectors: RequestSelectors;
  private compiled: readonly AdmissionExpression[] | undefined;

  constructor(
    /** Name of its configuration. */
    readonly configuration: string,
    readonly webhook: WebhookObject,
  ) {
    this.rules = new RuleList(webhook.rules, webhook.matchPolicy !== 'Exact');
    this.selectors = new RequestSelectors(webhook);
  }

  get name(): string {
    return this.webhook.name;
  }

  /** Unit: milliseconds. */
  get timeoutMs(): number {
    return (this.webhook.timeoutSeconds ?? 10) * 1_000;
  }

  get ignoresFailures(): boolean {
    return this.webhook.failurePolicy === 'Ignore';
  }

  get isReinvocable(): boolean {
    return this.webhook.reinvocationPolicy === 'IfNeeded';
  }

  /** Whether a dry run may call it. */
  get isSafeInDryRun(): boolean {
    return this.webhook.sideEffects === 'None' || this.webhook.sideEffects === 'NoneOnDryRun';
  }

  get hasConditions(): boolean {
    return (this.webhook.matchConditions?.length ?? 0) > 0;
  }

  /** Its match conditions. */
  get conditions(): readonly AdmissionExpression[] {
    return (this.compiled ??= (this.webhook.matchConditions ?? []).map(
      ({ expression }) => new AdmissionExpression(expression),
    ));
  }
}
