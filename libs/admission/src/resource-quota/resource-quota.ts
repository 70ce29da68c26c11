import type { ResourceQuota } from '@orch/api';
import { ApiError, type ApiObject, type Clock } from '@orch/apimachinery';
import { atOnceOrInTurns, flowOf, OWN_FLOW, type WorkOptions } from '@orch/http';
import {
  hasDeadline,
  inScope,
  isMeasured,
  minus,
  scopeWork,
  SETTLE_MS,
  usageOf,
  type Amounts,
  type QuotaPod,
} from '@orch/quota';
import {
  Mailbox,
  type AdmissionAttributes,
  type Compute,
  type ObjectReader,
  type LoopbackClient,
  type SteppedReader,
} from '@orch/registry';
import type { Vocabulary } from '@orch/vocabulary';
import { forbidden } from '../forbidden.js';
import type { AdmissionPlugin } from '../admission-plugin.js';
import { StepWork } from '../matching/step-work.js';
import { afterCharge, afterReturn, countedUsage, refuseExceeding } from './charge.js';
import { missingAmounts } from './missing-amounts.js';
import { currentUsage, type UsageCounter } from './current-usage.js';
import { refuseUncovered, type LimitedResource } from './limited-resources.js';

const QUOTAS = { group: '', resource: 'resourcequotas' };

/** Kinds whose updates are charged too. */
const GROW: ReadonlySet<string> = new Set(['persistentvolumeclaims', 'services']);

export interface QuotaDependencies {
  readonly reader: ObjectReader & SteppedReader;
  readonly vocabulary: Vocabulary;
  readonly clock: Clock;
  readonly own: Pick<LoopbackClient, 'change'>;
  /** What may be used only where a quota limits it. Default: nothing. */
  readonly limitedResources?: readonly LimitedResource[];
}

/** A quota whose scopes the object of a write has. */
interface ScopedQuota {
  readonly quota: ResourceQuota;
  /** Whether the object before did not have them: an object that an update moves into the scope is new to the quota. */
  readonly isEntered: boolean;
}

/** Amounts charged to one quota. */
interface Charge {
  readonly quota: ResourceQuota;
  readonly amounts: Amounts;
}

/** A charge that is part of the usage in the status. */
interface Charged extends Charge {
  readonly chargedMs: number;
}

/**
 * Charges creates to the quotas of their namespace, in the status, and refuses what exceeds them (C-240, D-175). A failed write is
 * refunded; deletes are refunded by the controller, which recalculates usage.
 */
export const resourceQuota = (dependencies: QuotaDependencies): AdmissionPlugin => {
  const admission = new QuotaAdmission(dependencies);
  return {
    name: 'ResourceQuota',
    handles: (a) =>
      a.namespace !== '' &&
      (isResize(a) ||
        isDeadlineChange(a) ||
        (a.subresource === '' &&
          (a.operation === 'CREATE' ||
            (a.operation === 'UPDATE' && a.definition.gvr.group === '' && GROW.has(a.definition.gvr.resource))))),
    readsContent: ({ definition: { gvr } }) => isMeasured(gvr, dependencies.vocabulary),
    validatesLast: true, // also after the checks that cannot be disabled, and the plugins of an embedding application
    validate: (a) => admission.validate(a),
  };
};

class QuotaAdmission {
  private readonly count: UsageCounter;
  /** At each quota, by namespace and name. */
  private readonly turns = new Mailbox();
  private readonly limited: readonly LimitedResource[];

  constructor(private readonly parts: QuotaDependencies) {
    this.limited = parts.limitedResources ?? [];
    this.count = currentUsage(parts.reader, parts.vocabulary, parts.clock);
  }

  validate(a: AdmissionAttributes): void | Promise<void> {
    // HOT PATH (bench: create): most namespaces have no quota.
    if (this.limited.length === 0 && !this.parts.reader.hasAny(QUOTAS, a.namespace)) return;
    const quotas = atOnceOrInTurns(this.parts.reader.readAllInSteps(QUOTAS, a.namespace), () => workOf(a));
    if (quotas instanceof Promise) return quotas.then((read) => this.admit(a, read));
    return this.admit(a, quotas);
  }

  private admit(a: AdmissionAttributes, quotas: readonly ResourceQuota[]): void | Promise<void> {
    const scoped = atOnceOrInTurns(scopedQuotas(a, quotas), () => workOf(a));
    if (scoped instanceof Promise) return scoped.then((found) => this.admitScoped(a, quotas, found));
    return this.admitScoped(a, quotas, scoped);
  }

  private admitScoped(
    a: AdmissionAttributes,
    quotas: readonly ResourceQuota[],
    scoped: readonly ScopedQuota[],
  ): void | Promise<void> {
    this.refuseExisting(a);
    refuseUnspecified(a, scoped);
    const { usage, delta } = this.usageOfWrite(a);
    if (this.limited.length > 0) refuseUncovered(a, this.limited, quotas, delta);
    const charges = atOnceOrInTurns(this.admittedCharges(a, scoped, usage, delta), () => workOf(a));
    if (!(charges instanceof Promise)) {
      if (charges.length === 0 || a.dryRun) return;
      return this.charge(a, charges);
    }
    return charges.then((admitted) => {
      if (admitted.length === 0 || a.dryRun) return;
      this.refuseExisting(a);
      return this.charge(a, admitted);
    });
  }

  /** Refuses an existing name before charging: if only the store did, a delete in between would admit the object uncharged. */
  private refuseExisting(a: AdmissionAttributes): void {
    if (!a.oldObject && this.parts.reader.has(a.definition.gvr, a.namespace, a.name)) throw nameTaken(a);
  }

  /** What the object uses, and what the write adds to that. */
  private usageOfWrite(a: AdmissionAttributes): {
    readonly usage: Amounts;
    readonly delta: Amounts;
  } {
    const usage = this.usageOf(a, a.object!);
    return { usage, delta: a.oldObject ? minus(usage, this.usageOf(a, a.oldObject)) : usage };
  }

  private usageOf({ definition: { gvr } }: AdmissionAttributes, object: ApiObject): Amounts {
    return usageOf(gvr, object, this.parts.vocabulary, this.parts.clock.now());
  }

  /** The charges of a write. All quotas are checked before any is charged. */
  private *admittedCharges(
    a: AdmissionAttributes,
    scoped: readonly ScopedQuota[],
    usage: Amounts,
    delta: Amounts,
  ): Generator<undefined, readonly Charge[]> {
    const charges = yield* chargesOf(scoped, usage, delta);
    const work = new StepWork();
    for (const { quota, amounts } of charges) {
      refuseExceeding(a, quota, amounts, yield* this.usageIn(quota));
      if (work.add(Object.keys(quota.spec?.hard ?? {}).length)) yield;
    }
    return charges;
  }

  /** Reads the quotas again. @throws ApiError Forbidden. */
  private *refuseExceeded(a: AdmissionAttributes, charges: readonly Charge[]): Generator<undefined, void> {
    for (const { quota, amounts } of charges) {
      const { name = '' } = quota.metadata;
      const current = (yield* this.parts.reader.readInSteps(QUOTAS, a.namespace, name)) as ResourceQuota | undefined;
      if (current) refuseExceeding(a, current, amounts, yield* this.usageIn(current));
    }
  }

  private *charged(a: AdmissionAttributes, quota: ResourceQuota, amounts: Amounts) {
    return yield* afterCharge(a, quota, amounts, yield* this.usageIn(quota));
  }

  private *usageIn(quota: ResourceQuota) {
    return (yield* countedUsage(quota)) ?? (yield* this.count(quota));
  }

  /**
   * Charges all quotas of a write at once, when it is its turn at each of them. A recount releases charges of objects that are not stored soon after: one that
   * waits for a further quota, which others keep busy, would be stored without its charge.
   */
  private charge(a: AdmissionAttributes, charges: readonly Charge[]): Promise<void> {
    // All writes have the quotas in one order: none waits for another that waits for it.
    const inTurn = charges.reduceRight<() => Promise<void>>(
      (next, { quota }) =>
        () =>
          this.turns.run(`${a.namespace}/${quota.metadata.name}`, next),
      () => this.chargeAll(a, charges),
    );
    return inTurn();
  }

  private async chargeAll(a: AdmissionAttributes, charges: readonly Charge[]): Promise<void> {
    // One of several may have become full meanwhile: then the others are not charged in vain.
    if (charges.length > 1) await atOnceOrInTurns(this.refuseExceeded(a, charges), () => ({ flow: OWN_FLOW }));
    const done: Charged[] = [];
    // Registered first, so that a refusal by another quota or plugin is refunded too.
    // With an unknown outcome the charge stays: the controller recalculates usage, and a quota is never exceeded.
    a.onFailure((outcome) => (outcome === 'Unknown' ? undefined : this.refundAll(done)));
    const ends = await Promise.allSettled(
      charges.map(async (one) => {
        try {
          let chargedMs = 0;
          await this.change(a.namespace, one.quota.metadata.name!, (quota) => {
            chargedMs = this.parts.clock.now();
            // Not in the flow of this user: creates of all users wait for it.
            return atOnceOrInTurns(this.charged(a, quota, one.amounts), () => ({ flow: OWN_FLOW }));
          });
          done.push({ ...one, chargedMs });
        } catch (error) {
          // The quota was deleted since it was read: it no longer limits.
          if (!(error instanceof ApiError && error.reason === 'NotFound')) throw error;
        }
      }),
    );
    const refused = ends.find((end) => end.status === 'rejected');
    if (refused) throw refused.reason;
  }

  private async refundAll(done: readonly Charged[]): Promise<void> {
    await Promise.all(done.map((one) => this.refund(one)));
  }

  private async refund({ quota, amounts, chargedMs }: Charged): Promise<void> {
    const { namespace = '', name = '' } = quota.metadata;
    try {
      await this.change(namespace, name, (current) =>
        // A recount may have released an older one: a refund would release another's. The next recount releases it.
        this.parts.clock.now() - chargedMs < SETTLE_MS ? afterReturn(current, amounts) : current,
      );
    } catch (error) {
      // The quota was deleted or cannot be written now: the controller recalculates usage.
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

/** The quotas in whose scope the object of a write is, in steps. */
function* scopedQuotas(
  { definition: { gvr }, object, oldObject }: AdmissionAttributes,
  quotas: readonly ResourceQuota[],
): Generator<undefined, readonly ScopedQuota[]> {
  const work = new StepWork();
  const scoped: ScopedQuota[] = [];
  for (const quota of quotas) {
    const { spec = {} } = quota;
    if (inScope(spec, gvr, object!))
      scoped.push({ quota, isEntered: oldObject !== undefined && !inScope(spec, gvr, oldObject) });
    if (work.add(1 + scopeWork(spec))) yield;
  }
  return scoped;
}

/** Charges of a write, for each quota that it adds to, in steps. */
function* chargesOf(
  scoped: readonly ScopedQuota[],
  usage: Amounts,
  delta: Amounts,
): Generator<undefined, readonly Charge[]> {
  const work = new StepWork();
  const charges: Charge[] = [];
  for (const { quota, isEntered } of scoped) {
    const hard = quota.spec?.hard ?? {};
    const added = isEntered ? usage : delta;
    const amounts = new Map([...added].filter(([name, amount]) => amount.sign > 0 && Object.hasOwn(hard, name)));
    if (amounts.size > 0) charges.push({ quota, amounts });
    if (work.add(added.size)) yield;
  }
  return charges;
}

const isPodUpdate = ({ operation, definition: { gvr } }: AdmissionAttributes): boolean =>
  operation === 'UPDATE' && gvr.group === '' && gvr.resource === 'pods';

/** The only update that increases the usage of a pod. */
const isResize = (a: AdmissionAttributes): boolean => a.subresource === 'resize' && isPodUpdate(a);

/** The only other update that moves a pod into the scopes of a quota: into `Terminating`, by a new deadline. */
const isDeadlineChange = (a: AdmissionAttributes): boolean =>
  a.subresource === '' && isPodUpdate(a) && hasDeadline(a.object as QuotaPod) !== hasDeadline(a.oldObject as QuotaPod);

/** If a quota limits an amount, every container must specify it. */
function refuseUnspecified(a: AdmissionAttributes, scoped: readonly ScopedQuota[]): void {
  if (a.definition.gvr.group !== '' || a.definition.gvr.resource !== 'pods') return;
  for (const {
    quota: { metadata, spec = {} },
  } of scoped) {
    const missing = missingAmounts(a.object as QuotaPod, spec.hard ?? {});
    if (missing.length === 0) continue;
    throw forbidden(a, `failed quota: ${metadata.name}: must specify ${missing.join('; ')}`);
  }
}

const workOf = ({ user }: AdmissionAttributes): WorkOptions => ({ flow: flowOf(user) });

const nameTaken = ({ definition: { gvr }, name }: AdmissionAttributes): ApiError =>
  ApiError.alreadyExists({ group: gvr.group, resource: gvr.resource, name });
