import type { ApiObject } from '@orch/apimachinery';
import type { Registry, WriteKind } from '@orch/registry';
import type { Vocabulary } from '@orch/vocabulary';
import { Candidates } from '../matching/candidates.js';
import type { EquivalentVersions } from '../matching/equivalent-versions.js';
import type { StepWork } from '../matching/step-work.js';
import type { Invocation } from './invocation.js';
import { RegisteredWebhook, type WebhookObject } from './registered-webhook.js';

/** A stored webhook configuration. */
interface Configuration extends ApiObject {
  readonly webhooks?: readonly WebhookObject[] | null;
}

/** A webhook whose rules name the resource and operation of a write. */
export interface WebhookCandidate {
  readonly registered: RegisteredWebhook;
  /** Position among all registered webhooks. */
  readonly order: number;
  /** Of objects of every name. Undefined: the rules are compared with the name of each. */
  readonly invocation: Invocation | undefined;
}

function* candidateOf(
  registered: RegisteredWebhook,
  order: number,
  ...write: [WriteKind, EquivalentVersions, StepWork]
): Generator<undefined, WebhookCandidate | undefined> {
  const { rules } = registered;
  if ((yield* rules.reach(...write)) === 'none') return undefined;
  const matched = yield* rules.versionOfAll(...write);
  return { registered, order, invocation: matched && { ...matched, registered, order } };
}

/**
 * The webhooks of all stored configurations of one kind, in call order: by name of the configuration, then as listed. A write of a
 * configuration is in force when it is answered.
 */
export class RegisteredWebhooks {
  private readonly byConfiguration = new Map<string, readonly RegisteredWebhook[]>();
  private ordered: readonly RegisteredWebhook[] = [];
  /** Those of `all` whose rules name the resource of a write. */
  readonly candidates = new Candidates<RegisteredWebhook, WebhookCandidate>(candidateOf);

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
