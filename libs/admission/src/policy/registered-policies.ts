import type { Registry } from '@orch/registry';
import type { Vocabulary } from '@orch/vocabulary';
import { Candidates } from '../matching/candidates.js';
import type { BindingObject, PolicyObject } from './policy-objects.js';
import { RegisteredBinding, type BoundPolicy, type RegisteredPolicy } from './registered-policy.js';

/** The stored kinds of policies: their plurals. */
export interface PolicyResources {
  readonly policies: string;
  readonly bindings: string;
}

/**
 * The stored policies of one kind that have bindings, in the order of their names, each with its bindings in the order of theirs. A write of a
 * policy or a binding is in force when it is answered; others keep what is compiled of them.
 */
export class RegisteredPolicies<P extends RegisteredPolicy> {
  private readonly policies = new Map<string, P>();
  private readonly bindings = new Map<string, RegisteredBinding>();
  private ordered: readonly BoundPolicy<P>[] | undefined = [];
  /** Those of `all` whose rules name the resource of a write. */
  readonly candidates = new Candidates<BoundPolicy<P>, BoundPolicy<P>>(
    function* (bound, _place, attributes, versions, work) {
      return (yield* bound.policy.scope.namesResource(attributes, versions, work)) ? bound : undefined;
    },
  );

  constructor(
    private readonly resources: PolicyResources,
    private readonly register: (policy: PolicyObject) => P,
    /** Called after a delete. */
    private readonly removed: (what: 'policy' | 'policy_binding', name: string) => void = () => undefined,
  ) {}

  /** Loads policies and bindings, and follows them until the registry closes. Called once the state is loaded. */
  follow(registry: Pick<Registry, 'readUndamaged' | 'changesOf'>, { groups }: Vocabulary): void {
    const group = groups.admissionregistration;
    const keep = (resource: string, set: (object: unknown) => void, remove: (name: string) => void): void => {
      const key = { group, resource };
      for (const object of registry.readUndamaged(key)) set(object);
      registry.changesOf(key).subscribe(({ type, entry }) => {
        if (type === 'DELETED') remove(entry.name);
        else set(entry.parse());
        this.ordered = undefined;
      });
    };
    keep(
      this.resources.policies,
      (object) => this.setPolicy(object as PolicyObject),
      (name) => {
        this.policies.delete(name);
        this.removed('policy', name);
      },
    );
    keep(
      this.resources.bindings,
      (object) => {
        const binding = new RegisteredBinding(object as BindingObject);
        this.bindings.set(binding.name, binding);
      },
      (name) => {
        this.bindings.delete(name);
        this.removed('policy_binding', name);
      },
    );
    this.ordered = undefined;
  }

  /** HOT PATH (bench: create, policies): read for every write. */
  get all(): readonly BoundPolicy<P>[] {
    return (this.ordered ??= this.order());
  }

  /** A change of the status leaves what is compiled. */
  private setPolicy(object: PolicyObject): void {
    const { name, uid, generation } = object.metadata;
    const known = this.policies.get(name!)?.policy.metadata;
    if (known && known.uid === uid && known.generation === generation) return;
    this.policies.set(name!, this.register(object));
  }

  private order(): readonly BoundPolicy<P>[] {
    const byPolicy = new Map<string, RegisteredBinding[]>();
    for (const name of [...this.bindings.keys()].sort()) {
      const binding = this.bindings.get(name)!;
      const policy = binding.binding.spec?.policyName ?? '';
      const known = byPolicy.get(policy);
      if (known) known.push(binding);
      else byPolicy.set(policy, [binding]);
    }
    return [...this.policies.keys()].sort().flatMap((name) => {
      const bindings = byPolicy.get(name);
      return bindings ? [{ policy: this.policies.get(name)!, bindings }] : [];
    });
  }
}
