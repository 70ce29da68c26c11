import type { ResourceQuota } from '@orch/api';
import { ApiError, type Clock } from '@orch/apimachinery';
import { atOnceOrInTurns, flowOf, OWN_FLOW, type WorkOptions } from '@orch/http';
import { inScope, minus, usageOf, type Amounts, type QuotaPod } from '@orch/quota';
import type { AdmissionAttributes, Compute, ObjectReader, LoopbackClient, SteppedReader } from '@orch/registry';
import type { Vocabulary } from '@orch/vocabulary';
import type { AdmissionPlugin } from '../admission-plugin.js';
import { afterCharge, afterReturn, countedUsage, refuseExceeding } from './charge.js';
import { missingAmounts } from './missing-amounts.js';
import { standingUsage } from './standing-usage.js';

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
export function resourceQuota({ reader, vocabulary, clock, own }: QuotaDependencies): AdmissionPlugin {
  const count = standingUsage(reader, vocabulary, clock);
  const change = (
    namespace: string,
    name: string,
    compute: (quota: ResourceQuota) => ReturnType<Compute>,
  ): Promise<void> => own.change(QUOTAS.resource, namespace, name, (old) => compute(old as ResourceQuota), 'status');

  const usageIn = function* (quota: ResourceQuota) {
    return (yield* countedUsage(quota)) ?? (yield* count(quota));
  };

  /** All are asked before any is charged. */
  const refuseAny = function* (a: AdmissionAttributes, shares: readonly Taken[]): Generator<undefined, void> {
    for (const { quota, amounts } of shares) refuseExceeding(a, quota, amounts, yield* usageIn(quota));
  };

  const charged = function* (a: AdmissionAttributes, quota: ResourceQuota, amounts: Amounts) {
    return yield* afterCharge(a, quota, amounts, yield* usageIn(quota));
  };

  const deltaOf = (a: AdmissionAttributes): Amounts => {
    const usage = usageOf(a.definition.gvr, a.object!, vocabulary, clock.now());
    if (!a.oldObject) return usage;
    return minus(usage, usageOf(a.definition.gvr, a.oldObject, vocabulary, clock.now()));
  };

  const sharesOf = (a: AdmissionAttributes, quotas: readonly ResourceQuota[]): Taken[] => {
    const delta = deltaOf(a);
    return quotas.flatMap((quota) => {
      const { spec = {} } = quota;
      if (!inScope(spec, a.definition.gvr, a.object!)) return [];
      const { hard = {} } = spec;
      const amounts = new Map([...delta].filter(([name, amount]) => amount.sign > 0 && Object.hasOwn(hard, name)));
      return amounts.size === 0 ? [] : [{ quota, amounts }];
    });
  };

  const charge = async (a: AdmissionAttributes, shares: readonly Taken[]): Promise<void> => {
    const taken: Taken[] = [];
    // From now on, so that what a later quota or rule refuses is given back too.
    // Of what may have been stored all stays counted: the controller counts anew, and too much is never let in.
    a.onFailure((outcome) => (outcome === 'Unknown' ? undefined : giveAllBack(taken)));
    for (const share of shares) {
      try {
        await change(a.namespace, share.quota.metadata.name!, (quota) =>
          // Of nobody's flow: who else creates something waits for it.
          atOnceOrInTurns(charged(a, quota, share.amounts), () => ({ flow: OWN_FLOW })),
        );
        taken.push(share);
      } catch (error) {
        // Deleted since it was read: it limits nothing.
        if (!(error instanceof ApiError && error.reason === 'NotFound')) throw error;
      }
    }
  };

  const giveAllBack = async (taken: readonly Taken[]): Promise<void> => {
    await Promise.all(taken.map(giveBack));
  };

  const giveBack = async ({ quota, amounts }: Taken): Promise<void> => {
    const { namespace = '', name = '' } = quota.metadata;
    try {
      await change(namespace, name, (current) => afterReturn(current, amounts));
    } catch (error) {
      // The quota went, or cannot be written now: the controller counts anew.
      if (!(error instanceof ApiError)) throw error;
    }
  };

  /** A taken name is refused before it is charged: left to the store, a delete in between would let the object in uncounted. */
  const refuseTaken = (a: AdmissionAttributes): void => {
    if (!a.oldObject && reader.has(a.definition.gvr, a.namespace, a.name)) throw nameTaken(a);
  };

  const admit = (a: AdmissionAttributes, quotas: readonly ResourceQuota[]): void | Promise<void> => {
    refuseTaken(a);
    refuseUnmeasured(a, quotas);
    const shares = sharesOf(a, quotas);
    if (shares.length === 0) return;
    const checked = atOnceOrInTurns(refuseAny(a, shares), () => workOf(a));
    if (a.dryRun) return checked;
    if (!checked) return charge(a, shares);
    return checked.then(() => {
      refuseTaken(a);
      return charge(a, shares);
    });
  };

  return {
    name: 'ResourceQuota',
    handles: (a) =>
      a.namespace !== '' &&
      (isResize(a) ||
        (a.subresource === '' &&
          (a.operation === 'CREATE' ||
            (a.operation === 'UPDATE' && a.definition.gvr.group === '' && GROW.has(a.definition.gvr.resource))))),
    readsContent: ({ definition: { gvr } }) => gvr.group === '' && MEASURED.has(gvr.resource),
    validate: (a) => {
      const quotas = atOnceOrInTurns(reader.readAllInSteps(QUOTAS, a.namespace), () => workOf(a));
      if (quotas instanceof Promise) return quotas.then((read) => admit(a, read));
      if (quotas.length > 0) return admit(a, quotas);
    },
  };
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
