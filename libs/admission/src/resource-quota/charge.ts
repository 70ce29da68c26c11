import type { ResourceQuota } from '@orch/api';
import { Quantity } from '@orch/apimachinery';
import { amountsText, type Amounts } from '@orch/quota';
import type { AdmissionAttributes } from '@orch/registry';
import { forbidden } from '../forbidden.js';

/** Quantities as serialized in objects, by name. */
export type WrittenAmounts = Readonly<Record<string, string>>;

const NOTHING: WrittenAmounts = {};
/** Names of a quota that are processed in one step. */
export const STEP_NAMES = 5_000;

/**
 * Refuses amounts that exceed a quota. Only the names of `amounts` are read: a quota may have tens of thousands.
 * @param used usage by the names of the quota.
 * @throws ApiError Forbidden (C-240).
 */
export function refuseExceeding(
  a: AdmissionAttributes,
  { metadata, spec }: ResourceQuota,
  amounts: Amounts,
  used: WrittenAmounts,
): void {
  const hard = spec?.hard ?? NOTHING;
  const exceeded: [name: string, amount: Quantity][] = [];
  for (const [name, amount] of amounts) {
    const most = amountOf(hard, name);
    if (most && (amountOf(used, name) ?? Quantity.zero).add(amount).compare(most) > 0) exceeded.push([name, amount]);
  }
  if (exceeded.length === 0) return;
  const of = (written: WrittenAmounts): string =>
    amountsText(new Map(exceeded.flatMap(([name]) => entryOf(name, amountOf(written, name)))));
  throw forbidden(
    a,
    `exceeded quota: ${metadata.name}, requested: ${amountsText(new Map(exceeded))}, used: ${of(used)}, limited: ${of(hard)}`,
  );
}

/**
 * The quota with these amounts added to its usage. Usage of other names is copied without parsing, in steps of some thousands.
 * @throws ApiError Forbidden when that exceeds the quota (C-240).
 */
export function* afterCharge(
  a: AdmissionAttributes,
  quota: ResourceQuota,
  amounts: Amounts,
  used: WrittenAmounts,
): Generator<undefined, ResourceQuota> {
  refuseExceeding(a, quota, amounts, used);
  const hard = quota.spec?.hard ?? NOTHING;
  const charged: Record<string, string> = {};
  let names = 0;
  for (const name of Object.keys(used)) {
    if (Object.hasOwn(hard, name)) charged[name] = used[name]!;
    if (++names % STEP_NAMES === 0) yield;
  }
  for (const [name, amount] of amounts) {
    if (Object.hasOwn(hard, name)) charged[name] = (amountOf(used, name) ?? Quantity.zero).add(amount).toString();
  }
  return { ...quota, status: { hard, used: charged } } as ResourceQuota;
}

/** The quota with these amounts subtracted from its usage, at least zero. Names without usage are left out. */
export function afterReturn(quota: ResourceQuota, amounts: Amounts): ResourceQuota {
  const { status } = quota;
  if (!status?.used) return quota;
  const used = { ...status.used };
  for (const [name, amount] of amounts) {
    const before = amountOf(used, name);
    if (!before) continue;
    const left = before.sub(amount);
    used[name] = left.sign < 0 ? '0' : left.toString();
  }
  return { ...quota, status: { ...status, used } };
}

/** Usage in the status; undefined while `status.hard` differs from `spec.hard`. In steps of some thousand names. */
export function* countedUsage({ spec, status }: ResourceQuota): Generator<undefined, WrittenAmounts | undefined> {
  const hard = spec?.hard ?? NOTHING;
  const counted = status?.hard;
  if (!counted || !status.used) return undefined;
  const names = Object.keys(hard);
  if (names.length !== Object.keys(counted).length) return undefined;
  for (const [at, name] of names.entries()) {
    if (!Object.hasOwn(counted, name) || counted[name] !== hard[name]) return undefined;
    if ((at + 1) % STEP_NAMES === 0) yield;
  }
  return status.used;
}

/** Undefined if the name is absent; an invalid quantity counts as zero. */
const amountOf = (written: WrittenAmounts, name: string): Quantity | undefined =>
  Object.hasOwn(written, name) ? (Quantity.parse(written[name]!) ?? Quantity.zero) : undefined;

const entryOf = (name: string, amount: Quantity | undefined): [string, Quantity][] => (amount ? [[name, amount]] : []);
