import type { ResourceQuota } from '@orch/api';
import { ApiError, type Clock } from '@orch/apimachinery';
import { atOnceOrInTurns, flowOf, OWN_FLOW, type WorkOptions } from '@orch/http';
import { inScope, minus, usageOf, type Amounts, type QuotaPod } from '@orch/quota';
import type { AdmissionAttributes, Compute, ObjectReader, LoopbackClient, SteppedReader } from '@orch/registry';
import type { Vocabulary } from '@orch/vocabulary';
import type { AdmissionPlugin } from '../admission-plugin.js';
import { afterCharge, afterReturn, countedUsage, refuseExceeding } from './charge.js';
import { missingAmounts } from './missing-amounts.js';
import { standingUsage, type UsageCounter } from './standing-usage.js';

const QUOTAS = { group: '', resource: 'resourcequotas' };

/** What a create takes; of these kinds a change may take more too. */
const GROW: ReadonlySet<string> = new Set(['persistentvolumeclaims', 'services']);

/** Kinds whose objects say what they take; of others only the number counts. */
const MEASURED: ReadonlySet<string> = new Set(['pods', ...GROW]);

/** What the plugin works with. */
export interface QuotaDependencies {
  readonly reader: ObjectReader & SteppedReader;
  readonly vocabulary: Vocabulary;
  readonly clock: Clock;
  readonly own: Pick<LoopbackClient, 'change'>;
}

/** A share that was taken of one quota. */
interface Taken {
  readonly quota: ResourceQuota;
  readonly amounts: Amounts;
}

/**
 * Counts what is created against the quotas of its namespace, in their status, and refuses what is too much (C-240, D-175). What is not
 * stored after all is given back; deletes give back through the controller, which counts anew.
 */
export const resourceQuota = (dependencies: QuotaDependencies): AdmissionPlugin => {
  const admission = new QuotaAdmission(dependencies);
  return {
    name: 'ResourceQuota',
    handles: (a) =>
      a.namespace !== '' &&
      (isResize(a) ||
        (a.subresource === '' &&
          (a.operation === 'CREATE' ||
            (a.operation === 'UPDATE' && a.definition.gvr.group === '' && GROW.has(a.definition.gvr.resource))))),
    readsContent: ({ definition: { gvr } }) => gvr.group === '' && MEASURED.has(gvr.resource),
    validate: (a) => admission.validate(a),
  };
};

class QuotaAdmission {
  private readonly count: UsageCounter;

  constructor(private readonly parts: QuotaDependencies) {
    this.count = standingUsage(parts.reader, parts.vocabulary, parts.clock);
  }

  validate(a: AdmissionAttributes): void | Promise<void> {
    const quotas = atOnceOrInTurns(this.parts.reader.readAllInSteps(QUOTAS, a.namespace), () => workOf(a));
    if (quotas instanceof Promise) return quotas.then((read) => this.admit(a, read));
    if (quotas.length > 0) return this.admit(a, quotas);
  }

  private admit(a: AdmissionAttributes, quotas: readonly ResourceQuota[]): void | Promise<void> {
    this.refuseTaken(a);
    refuseUnmeasured(a, quotas);
    const shares = this.sharesOf(a, quotas);
    if (shares.length === 0) return;
    const checked = atOnceOrInTurns(this.refuseAny(a, shares), () => workOf(a));
    if (a.dryRun) return checked;
    if (!checked) return this.charge(a, shares);
    return checked.then(() => {
      this.refuseTaken(a);
      return this.charge(a, shares);
    });
  }

  /** A taken name is refused before it is charged: left to the store, a delete in between would let the object in uncounted. */
  private refuseTaken(a: AdmissionAttributes): void {
    if (!a.oldObject && this.parts.reader.has(a.definition.gvr, a.namespace, a.name)) throw nameTaken(a);
  }

  /** What the write takes of each quota that it counts for. */
  private sharesOf(a: AdmissionAttributes, quotas: readonly ResourceQuota[]): Taken[] {
    const delta = this.deltaOf(a);
    return quotas.flatMap((quota) => {
      const { spec = {} } = quota;
      if (!inScope(spec, a.definition.gvr, a.object!)) return [];
      const { hard = {} } = spec;
      const amounts = new Map([...delta].filter(([name, amount]) => amount.sign > 0 && Object.hasOwn(hard, name)));
      return amounts.size === 0 ? [] : [{ quota, amounts }];
    });
  }

  private deltaOf({ definition: { gvr }, object, oldObject }: AdmissionAttributes): Amounts {
    const { vocabulary, clock } = this.parts;
    const usage = usageOf(gvr, object!, vocabulary, clock.now());
    return oldObject ? minus(usage, usageOf(gvr, oldObject, vocabulary, clock.now())) : usage;
  }

  /** All are asked before any is charged. */
  private *refuseAny(a: AdmissionAttributes, shares: readonly Taken[]): Generator<undefined, void> {
    for (const { quota, amounts } of shares) refuseExceeding(a, quota, amounts, yield* this.usageIn(quota));
  }

  private *charged(a: AdmissionAttributes, quota: ResourceQuota, amounts: Amounts) {
    return yield* afterCharge(a, quota, amounts, yield* this.usageIn(quota));
  }

  private *usageIn(quota: ResourceQuota) {
    return (yield* countedUsage(quota)) ?? (yield* this.count(quota));
  }

  private async charge(a: AdmissionAttributes, shares: readonly Taken[]): Promise<void> {
    const taken: Taken[] = [];
    // From now on, so that what a later quota or rule refuses is given back too.
    // Of what may have been stored all stays counted: the controller counts anew, and too much is never let in.
    a.onFailure((outcome) => (outcome === 'Unknown' ? undefined : this.giveAllBack(taken)));
    for (const share of shares) {
      try {
        await this.change(a.namespace, share.quota.metadata.name!, (quota) =>
          // Of nobody's flow: who else creates something waits for it.
          atOnceOrInTurns(this.charged(a, quota, share.amounts), () => ({ flow: OWN_FLOW })),
        );
        taken.push(share);
      } catch (error) {
        // Deleted since it was read: it limits nothing.
        if (!(error instanceof ApiError && error.reason === 'NotFound')) throw error;
      }
    }
  }

  private async giveAllBack(taken: readonly Taken[]): Promise<void> {
    await Promise.all(taken.map((share) => this.giveBack(share)));
  }

  private async giveBack({ quota, amounts }: Taken): Promise<void> {
    const { namespace = '', name = '' } = quota.metadata;
    try {
      await this.change(namespace, name, (current) => afterReturn(current, amounts));
    } catch (error) {
      // The quota went, or cannot be written now: the controller counts anew.
      if (!(error instanceof ApiError)) throw error;
    }
  }

  private change(
    namespace: string,
    name: string,
    compute: (quota: ResourceQuota) => ReturnType<Compute>,
  ): Promise<void> {
    return this.parts.own.change(QUOTAS.resource, namespace, name, (old) => compute(old as ResourceQuota), 'status');
  }
}

/** Pods grow in this way alone. */
const isResize = ({ operation, subresource, definition: { gvr } }: AdmissionAttributes): boolean =>
  subresource === 'resize' && operation === 'UPDATE' && gvr.group === '' && gvr.resource === 'pods';

/** Where amounts are limited, every container has to say how much it wants. */
function refuseUnmeasured(a: AdmissionAttributes, quotas: readonly ResourceQuota[]): void {
  if (a.definition.gvr.group !== '' || a.definition.gvr.resource !== 'pods') return;
  for (const { metadata, spec = {} } of quotas) {
    if (!inScope(spec, a.definition.gvr, a.object!)) continue;
    const missing = missingAmounts(a.object as QuotaPod, spec.hard ?? {});
    if (missing.length === 0) continue;
    throw refusal(a, `failed quota: ${metadata.name}: must specify ${missing.join(',')}`);
  }
}

const workOf = ({ user }: AdmissionAttributes): WorkOptions => ({ flow: flowOf(user) });

const nameTaken = ({ definition: { gvr }, name }: AdmissionAttributes): ApiError =>
  ApiError.alreadyExists({ group: gvr.group, resource: gvr.resource, name });

const refusal = (a: AdmissionAttributes, why: string): ApiError =>
  ApiError.forbidden({ group: a.definition.gvr.group, resource: a.definition.gvr.resource, name: a.name }, why);
