import type { Registry } from '@orch/registry';
import type { Vocabulary } from '@orch/vocabulary';
import type { HookClient } from '@orch/webhook';
import type { ValueSources } from '../expressions/admission-values.js';
import type { AdmissionPlugin } from '../admission-plugin.js';
import { IgnoredFailures, type LogIgnoredFailure } from './ignored-failures.js';
import { mutatingWebhooks } from './mutating-webhooks.js';
import { RegisteredWebhooks } from './registered-webhooks.js';
import { validatingWebhooks } from './validating-webhooks.js';
import { EquivalentVersions } from '../matching/equivalent-versions.js';
import type { WebhookDependencies } from './webhook-dependencies.js';
import type { WebhookMetrics } from './webhook-metrics.js';

export interface AdmissionWebhookParts extends ValueSources {
  readonly registry: Registry;
  /** Each with the credentials for its webhooks. */
  readonly clients: Readonly<Record<'mutating' | 'validating', Pick<HookClient, 'post'>>>;
  readonly metrics: WebhookMetrics;
  readonly vocabulary: Vocabulary;
  readonly ignored: LogIgnoredFailure;
}

/** The plugins that call the admission webhooks of stored configurations. Until `follow` there are none. */
export class AdmissionWebhooks {
  readonly mutating: AdmissionPlugin;
  readonly validating: AdmissionPlugin;
  private readonly registered = {
    mutating: new RegisteredWebhooks('mutatingwebhookconfigurations', (names) =>
      this.parts.metrics.removed('admit', names),
    ),
    validating: new RegisteredWebhooks('validatingwebhookconfigurations', (names) =>
      this.parts.metrics.removed('validating', names),
    ),
  };

  constructor(private readonly parts: AdmissionWebhookParts) {
    const versions = new EquivalentVersions(parts.registry);
    const ignored = new IgnoredFailures(parts.ignored);
    const common = { ...parts, reader: parts.registry, versions, ignored } satisfies Partial<WebhookDependencies>;
    const { mutating, validating } = parts.clients;
    this.mutating = mutatingWebhooks({ ...common, client: mutating, registered: this.registered.mutating });
    this.validating = validatingWebhooks({ ...common, client: validating, registered: this.registered.validating });
  }

  /** Loads the configurations, and follows them. Called once the state is loaded. */
  follow(): void {
    const { registry, vocabulary } = this.parts;
    this.registered.mutating.follow(registry, vocabulary);
    this.registered.validating.follow(registry, vocabulary);
  }
}
