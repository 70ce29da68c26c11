import { ApiError, type ApiObject } from '@orch/apimachinery';
import { LoopbackClient, type Registry } from '@orch/registry';
import type { Vocabulary } from '@orch/vocabulary';
import type { PolicyObject } from '../policy-objects.js';
import type { ValidatingPolicySpec } from '../validating/validating-policy.js';
import { typeWarnings, type ExpressionWarning } from './type-warnings.js';

const RESOURCE = 'validatingadmissionpolicies';
/**
 * The manager of the controller of kube-controller-manager that does the same. Where both run, what one of them leaves out of a newer
 * status goes: warnings with two owners would stay.
 */
const MANAGER = 'validatingadmissionpolicy-status';

interface CheckedPolicy extends PolicyObject<ValidatingPolicySpec> {
  readonly status?: { readonly observedGeneration?: number };
}

export interface TypeCheckParts {
  readonly registry: Registry;
  readonly vocabulary: Vocabulary;
  /** Logs a status that could not be written. It is tried again after the next change of the policy. */
  readonly warn: (message: string, fields: Readonly<Record<string, unknown>>) => void;
  /** Aborted when the server ends. */
  readonly ended: AbortSignal;
}

/**
 * Keeps `status.typeChecking` and `status.observedGeneration` of ValidatingAdmissionPolicies: each new generation is checked once. Policies wait
 * for each other. Several servers of one store write the same.
 */
export class TypeCheckKeeper {
  private readonly client: LoopbackClient;
  /** Names of policies to check, in order. */
  private readonly waiting = new Set<string>();
  private isBusy = false;

  constructor(private readonly parts: TypeCheckParts) {
    this.client = new LoopbackClient(parts.registry);
  }

  /** Checks the present policies and follows them until the registry closes. Called once the server may write. */
  begin(): void {
    const { registry, vocabulary } = this.parts;
    const key = { group: vocabulary.groups.admissionregistration, resource: RESOURCE };
    // Status is written by this version, which older releases do not serve.
    if (!registry.resource(key.group, 'v1', key.resource)) return;
    registry.changesOf(key).subscribe(({ type, entry }) => {
      if (type !== 'DELETED') this.add(entry.name);
    });
    for (const { name } of registry.entriesOf(key)) this.add(name);
  }

  private add(name: string): void {
    this.waiting.add(name);
    if (!this.isBusy) void this.work();
  }

  private async work(): Promise<void> {
    this.isBusy = true;
    try {
      for (const name of this.waiting) {
        this.waiting.delete(name);
        if (this.parts.ended.aborted) return;
        await this.check(name);
      }
    } finally {
      this.isBusy = false;
    }
  }

  private async check(name: string): Promise<void> {
    const { registry, vocabulary, warn, ended } = this.parts;
    const resource = `${RESOURCE}.${vocabulary.groups.admissionregistration}`;
    try {
      const policy = this.client.read(resource, '', name) as CheckedPolicy | undefined;
      if (!policy || !isNew(policy)) return;
      const expressionWarnings = await typeWarnings(policy.spec ?? {}, registry);
      await this.client.applyTo(resource, checkedStatus(policy, expressionWarnings), 'status', MANAGER);
    } catch (error) {
      if (ended.aborted || (error instanceof ApiError && error.reason === 'NotFound')) return;
      warn('status of a policy not written', {
        policy: name,
        error: error instanceof Error ? error.message : String(error),
      });
    }
  }
}

const generationOf = ({ metadata }: ApiObject): number => metadata.generation ?? 0;
const isNew = (policy: CheckedPolicy): boolean => generationOf(policy) > (policy.status?.observedGeneration ?? 0);

/** What belongs to the generation that was checked: a newer one is checked again. */
function checkedStatus(policy: CheckedPolicy, expressionWarnings: readonly ExpressionWarning[]): ApiObject {
  const { apiVersion, kind, metadata } = policy;
  const typeChecking = expressionWarnings.length === 0 ? {} : { expressionWarnings };
  return {
    apiVersion,
    kind,
    metadata: { name: metadata.name },
    status: { observedGeneration: generationOf(policy), typeChecking },
  };
}
