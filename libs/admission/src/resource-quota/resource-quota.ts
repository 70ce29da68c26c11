import type { ResourceQuota } from '@orch/api';
import { ApiError, Quantity, type Clock } from '@orch/apimachinery';
import { inScope, minus, only, usageOf, type Amounts, type QuotaPod } from '@orch/quota';
import type { AdmissionAttributes, ObjectReader, OwnWrites } from '@orch/registry';
import type { Vocabulary } from '@orch/vocabulary';
import type { AdmissionPlugin } from '../admission-plugin.js';
import { afterCharge } from './charge.js';
import { missingAmounts } from './missing-amounts.js';
import { standingUsage } from './standing-usage.js';

const QUOTAS = { group: '', resource: 'resourcequotas' };

/** What a create takes; of these kinds a change may take more too. */
const GROW: ReadonlySet<string> = new Set(['persistentvolumeclaims', 'services']);

/** Kinds whose objects say what they take; of others only the number counts. */
const MEASURED: ReadonlySet<string> = new Set(['pods', ...GROW]);

/** What the plugin works with. */
export interface QuotaDependencies {
  readonly reader: ObjectReader;
  readonly vocabulary: Vocabulary;
  readonly clock: Clock;
  readonly own: Pick<OwnWrites, 'change'>;
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
  const change = (namespace: string, name: string, compute: (quota: ResourceQuota) => ResourceQuota): Promise<void> =>
    own.change(QUOTAS.resource, namespace, name, (old) => compute(old as ResourceQuota), 'status');

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
      const named = only(delta, new Set(Object.keys(spec.hard ?? {})));
      const amounts = new Map([...named].filter(([, amount]) => amount.sign > 0));
      return amounts.size === 0 ? [] : [{ quota, amounts }];
    });
  };

  const charge = async (a: AdmissionAttributes, shares: readonly Taken[]): Promise<void> => {
    const taken: Taken[] = [];
    // From now on, so that what a later quota or rule refuses is given back too.
    // Of what may have been stored all stays counted: the controller counts anew, and too much is never let in.
    a.onFailure((outcome) => (outcome === 'Unknown' ? undefined : giveAllBack(taken)));
    for (const share of shares) {
      await change(a.namespace, share.quota.metadata.name!, (quota) => afterCharge(a, quota, share.amounts, count));
      taken.push(share);
    }
  };

  const giveAllBack = async (taken: readonly Taken[]): Promise<void> => {
    await Promise.all(taken.map(giveBack));
  };

  const giveBack = async ({ quota, amounts }: Taken): Promise<void> => {
    const { namespace = '', name = '' } = quota.metadata;
    try {
      await change(namespace, name, (current) => withLess(current, amounts));
    } catch (error) {
      // The quota went, or cannot be written now: the controller counts anew.
      if (!(error instanceof ApiError)) throw error;
    }
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
      const quotas = [...reader.readAll(QUOTAS, a.namespace)] as ResourceQuota[];
      if (quotas.length === 0) return;
      // A taken name is refused here and now: left to the store, a delete in between would let the object in uncounted.
      if (!a.oldObject && reader.read(a.definition.gvr, a.namespace, a.name)) throw nameTaken(a);
      refuseUnmeasured(a, quotas);
      const shares = sharesOf(a, quotas);
      if (shares.length === 0) return;
      // All are asked before any is charged.
      for (const { quota, amounts } of shares) afterCharge(a, quota, amounts, count);
      if (!a.dryRun) return charge(a, shares);
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

const nameTaken = ({ definition: { gvr }, name }: AdmissionAttributes): ApiError =>
  ApiError.alreadyExists({ group: gvr.group, resource: gvr.resource, name });

const refusal = (a: AdmissionAttributes, why: string): ApiError =>
  ApiError.forbidden({ group: a.definition.gvr.group, resource: a.definition.gvr.resource, name: a.name }, why);

function withLess(quota: ResourceQuota, amounts: Amounts): ResourceQuota {
  const { status } = quota;
  if (!status?.used) return quota;
  const used = Object.fromEntries(
    Object.entries(status.used).map(([name, text]) => [name, amounts.has(name) ? lessText(text, amounts, name) : text]),
  );
  return { ...quota, status: { ...status, used } };
}

function lessText(text: string, amounts: Amounts, name: string): string {
  const left = minus(new Map([[name, Quantity.parse(text) ?? Quantity.zero]]), only(amounts, new Set([name]))).get(
    name,
  )!;
  return left.sign < 0 ? '0' : left.toString();
}
