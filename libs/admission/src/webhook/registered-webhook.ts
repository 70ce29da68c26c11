import { labelSelectorFromObject, type LabelSelector, type LabelSelectorObject } from '@orch/apimachinery';
import type { HookClientConfig } from '@orch/webhook';
import { MatchConditions, type MatchCondition } from './match-conditions.js';

/** One rule of a webhook: every list must match, `*` matches all. */
export interface WebhookRule {
  readonly operations?: readonly string[] | null;
  readonly apiGroups?: readonly string[] | null;
  readonly apiVersions?: readonly string[] | null;
  readonly resources?: readonly string[] | null;
  readonly scope?: string | null;
}

/** A webhook as in its configuration. */
export interface WebhookObject {
  readonly name: string;
  readonly clientConfig: HookClientConfig;
  readonly rules?: readonly WebhookRule[] | null;
  readonly failurePolicy?: string;
  readonly matchPolicy?: string;
  readonly namespaceSelector?: LabelSelectorObject;
  readonly objectSelector?: LabelSelectorObject;
  readonly sideEffects?: string | null;
  readonly timeoutSeconds?: number;
  readonly admissionReviewVersions?: readonly string[] | null;
  readonly matchConditions?: readonly MatchCondition[];
  readonly reinvocationPolicy?: string;
}

/** A webhook of a stored configuration, ready to match and to call. Selectors and conditions are compiled on first use. */
export class RegisteredWebhook {
  private parsed: { readonly namespaces: LabelSelector; readonly objects: LabelSelector } | undefined;
  private compiled: MatchConditions | undefined;

  constructor(
    /** Name of its configuration. */
    readonly configuration: string,
    readonly webhook: WebhookObject,
  ) {}

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

  /** Also takes requests to other versions of a resource in its rules. */
  get matchesEquivalent(): boolean {
    return this.webhook.matchPolicy !== 'Exact';
  }

  get isReinvocable(): boolean {
    return this.webhook.reinvocationPolicy === 'IfNeeded';
  }

  /** Whether a dry run may call it. */
  get isSafeInDryRun(): boolean {
    return this.webhook.sideEffects === 'None' || this.webhook.sideEffects === 'NoneOnDryRun';
  }

  get namespaces(): LabelSelector {
    return this.selectors.namespaces;
  }

  get objects(): LabelSelector {
    return this.selectors.objects;
  }

  get conditions(): MatchConditions {
    return (this.compiled ??= new MatchConditions(this.webhook.matchConditions ?? [], this.ignoresFailures));
  }

  private get selectors(): NonNullable<RegisteredWebhook['parsed']> {
    const { namespaceSelector = {}, objectSelector = {} } = this.webhook;
    return (this.parsed ??= {
      namespaces: labelSelectorFromObject(namespaceSelector),
      objects: labelSelectorFromObject(objectSelector),
    });
  }
}
