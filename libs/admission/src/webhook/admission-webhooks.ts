import type { Registry } from '@orch/registry';
import type { Vocabulary } from '@orch/vocabulary';
import type { HookClient } from '@orch/webhook';
import type { ConditionMetrics } from '../expressions/condition-metrics.js';
import type { DecisionSource } from '../expressions/request-decisions.js';
import type { AdmissionPlugin } from '../admission-plugin.js';
import { IgnoredFailures, type LogIgnoredFailure } from './ignored-failures.js';
import { mutatingWebhooks } from './mutating-webhooks.js';
import { RegisteredWebhooks } from './registered-webhooks.js';
import { validatingWebhooks } from './validating-webhooks.js';
import { EquivalentVersions } from '../matching/equivalent-versions.js';
import type { WebhookDependencies } from './webhook-dependencies.js';
import type { WebhookMetrics } from './webhook-metrics.js';

export interface AdmissionWebhookParts extends DecisionSource {
  readonly registry: Registry;
  /** Each with the credentials for its webhooks. */
  readonly clients: Readonly<Record<'mutating' | 'validating', Pick<HookClient, 'post'>>>;
  readonly metrics: WebhookMetrics;
  readonly conditionMetrics: ConditionMetrics;
  readonly vocabulary: Vocabulary;
  readonly ignored: LogIgnoredFailure;
}

/** The plugins that call the admission webhooks of stored configurations. Until `follow` there are none. */
export class AdmissionWebhooks {
  readonly mutating: AdmissionPlugin;
  readonly validating: AdmissionPlugin;
  private readonly registered = {
    mutating: new RegisteredWebhooks('mutatingwebhookconfigurations', (names) => this.removed('admit', names)),
    validating: new RegisteredWebhooks('validatingwebhookconfigurations', (names) => this.removed('validating', names)),
  };

  constructor(private readonly parts: AdmissionWebhookParts) {
    const versions = new EquivalentVersions(parts.registry);
    const ignored = new IgnoredFailures(parts.ignored);
    const common = { ...parts, reader: parts.registry, versions, ignored } satisfies Partial<WebhookDependencies>;
    const { mutating, validating } = parts.clients;
    this.mutating = mutatingWebhooks({ ...common, client: mutating, registered: this.registered.mutating });
    this.validating = validatingWebhooks({ ...common, client: validating, registered: this.registered.validating });
  }

  private removed(type: 'admit' | 'validating', names: ReadonlySet<string>): void {
    this.parts.metrics.removed(type, names);
    this.parts.conditionMetrics.removed('webhook', names);
  }

  /** Loads the configurations, and follows them. Called once the state is loaded. */
  follow(): void {
    const { registry, vocabulary } = this.parts;
    this.registered.mutating.follow(registry, vocabulary);
    this.registered.validating.follow(registry, vocabulary);
  }
}
