import type { ApiObject } from '@orch/apimachinery';
import type { Registry } from '@orch/registry';
import type { Vocabulary } from '@orch/vocabulary';
import { Candidates } from '../matching/candidates.js';
import { RegisteredWebhook, type WebhookObject } from './registered-webhook.js';

/** A stored webhook configuration. */
interface Configuration extends ApiObject {
  readonly webhooks?: readonly WebhookObject[] | null;
}

/**
 * The webhooks of all stored configurations of one kind, in call order: by name of the configuration, then as listed. A write of a
 * configuration is in force when it is answered.
 */
export class RegisteredWebhooks {
  private readonly byConfiguration = new Map<string, readonly RegisteredWebhook[]>();
  private ordered: readonly RegisteredWebhook[] = [];
  /** Those of `all` whose rules name the resource of a write. */
  readonly candidates = new Candidates<RegisteredWebhook>(function* ({ rules }, attributes, versions, work) {
    return (yield* rules.reach(attributes, versions, work)) !== 'none';
  });

  /** @param removed called with names that no webhook has any more. */
  constructor(
    private readonly resource: 'mutatingwebhookconfigurations' | 'validatingwebhookconfigurations',
    private readonly removed: (names: ReadonlySet<string>) => void,
  ) {}

  /** Loads the configurations, and follows them until the registry closes. Called once the state is loaded. */
  follow(registry: Pick<Registry, 'readUndamaged' | 'changesOf'>, { groups }: Vocabulary): void {
    const key = { group: groups.admissionregistration, resource: this.resource };
    for (const object of registry.readUndamaged(key)) this.set(object as Configuration);
    this.order();
    registry.changesOf(key).subscribe(({ type, entry }) => {
      const before = this.byConfiguration.get(entry.name) ?? [];
      if (type === 'DELETED') this.byConfiguration.delete(entry.name);
      else this.set(entry.parse() as Configuration);
      this.order();
      if (before.length > 0) this.tellRemoved(before);
    });
  }

  /** HOT PATH (bench: create, webhooks): read for every write. */
  get all(): readonly RegisteredWebhook[] {
    return this.ordered;
  }

  private set({ metadata, webhooks }: Configuration): void {
    const name = metadata.name!;
    this.byConfiguration.set(
      name,
      (webhooks ?? []).map((webhook) => new RegisteredWebhook(name, webhook)),
    );
  }

  private tellRemoved(before: readonly RegisteredWebhook[]): void {
    const gone = new Set(before.map(({ name }) => name));
    for (const { name } of this.ordered) gone.delete(name);
    if (gone.size > 0) this.removed(gone);
  }

  private order(): void {
    const names = [...this.byConfiguration.keys()].sort();
    this.ordered = names.flatMap((name) => this.byConfiguration.get(name)!);
  }
}
