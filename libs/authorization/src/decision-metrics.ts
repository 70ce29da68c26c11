import { type AddMetric, Count, countersOf, ReloadMetrics, Series } from '@orch/http';
import type { AuthorizationMode } from './authorization-options.js';
import type { Decided } from './authorize-union.js';
import { MatchConditionMetrics } from './webhook/match-condition-metrics.js';
import { AuthorizationWebhookMetrics } from './webhook/authorization-webhook-metrics.js';

/** An authorizer whose decisions are counted. */
export interface CountedAuthorizer {
  readonly mode: AuthorizationMode;
  readonly name: string;
}

/** Final decisions by authorizer, with the name and labels of kube-apiserver. Those about administrators are not counted, as there. */
export class DecisionMetrics {
  readonly webhooks = new AuthorizationWebhookMetrics();
  readonly conditions = new MatchConditionMetrics();
  /** Of the file of `--authorization-config`. */
  readonly reloads = new ReloadMetrics('apiserver_authorization_config_controller_', 'authorization configuration');
  private readonly series = new Series(() => new Count());

  /** Counts for a union of these authorizers. HOT PATH (bench: get): called for every request. */
  counting(authorizers: readonly (CountedAuthorizer | undefined)[]): Decided {
    const countOf = (index: number, decision: string): Count | undefined => {
      const counted = authorizers[index];
      return counted && this.series.of({ type: counted.mode, name: counted.name, decision });
    };
    const allowed: (Count | undefined)[] = [];
    return (index, isAllowed) => {
      if (isAllowed) (allowed[index] ??= countOf(index, 'allowed'))?.add();
      else countOf(index, 'denied')?.add();
    };
  }

  addTo(add: AddMetric): void {
    add('apiserver_authorization_decisions_total', 'counter', 'Final decisions by authorizer.', () =>
      countersOf(this.series),
    );
    this.webhooks.addTo(add);
    this.conditions.addTo(add);
    this.reloads.addTo(add);
  }
}
