import { groupResource, Quantity } from '@orch/apimachinery';
import { countedBy, type Amounts, type CountedResource, type QuotaSpec } from '@orch/quota';
import type { Vocabulary } from '@orch/vocabulary';
import type { ResourceQuota } from './quota.js';

/** One resource whose objects a quota counts. */
export interface Counting {
  readonly counted: CountedResource;
  /** Whether the objects must be evaluated; otherwise their number suffices. */
  readonly measured: boolean;
}

/** By resource and group: `deployments.apps`. */
export type Countings = ReadonlyMap<string, Counting>;

/** The resources that a quota counts, in steps. */
export function* countings(spec: QuotaSpec | undefined, vocabulary: Vocabulary): Generator<undefined, Countings> {
  const found = new Map<string, Counting>();
  const hasScopes = (spec?.scopes?.length ?? 0) + (spec?.scopeSelector?.matchExpressions?.length ?? 0) > 0;
  for (const name of Object.keys(spec?.hard ?? {})) {
    yield;
    const by = countedBy(name, vocabulary);
    if (!by) continue;
    const key = groupResource(by.counted);
    const measured = by.measured || hasScopes || found.get(key)?.measured === true;
    found.set(key, { counted: by.counted, measured });
  }
  return found;
}

/** The status for this usage, in steps; undefined when it is unchanged. */
export function* plannedStatus(
  { spec, status }: ResourceQuota,
  usage: Amounts,
): Generator<undefined, ResourceQuota['status'] | undefined> {
  const hard = spec?.hard ?? {};
  const used = Object.create(null) as Record<string, string>;
  let isSame = sameNumber(status?.hard, hard) && sameNumber(status?.used, hard);
  for (const name of Object.keys(hard)) {
    yield;
    const amount = usage.get(name)?.toString() ?? '0';
    used[name] = amount;
    isSame &&= textOf(status?.hard, name) === hard[name] && textOf(status?.used, name) === amount;
  }
  return isSame ? undefined : { hard, used };
}

/** Whether the status has the limits of the spec, in steps: it does not have those of a new quota, or of one that was changed. */
export function* statesLimits({ spec, status }: ResourceQuota): Generator<undefined, boolean> {
  const hard = spec?.hard ?? {};
  if (!sameNumber(status?.hard, hard)) return false;
  for (const name of Object.keys(hard)) {
    yield;
    if (textOf(status?.hard, name) !== hard[name]) return false;
  }
  return true;
}

/** Whether usage decreases compared to the status, in steps. */
export function* givesBack({ status }: ResourceQuota, usage: Amounts): Generator<undefined, boolean> {
  const used = status?.used ?? {};
  for (const name of Object.keys(used)) {
    yield;
    const before = Quantity.parse(used[name]!) ?? Quantity.zero;
    if ((usage.get(name) ?? Quantity.zero).compare(before) < 0) return true;
  }
  return false;
}

/** Whether two specs are equal as they are written. */
export function isSameSpec(a: QuotaSpec = {}, b: QuotaSpec = {}): boolean {
  const { hard = {}, ...scopes } = a;
  const { hard: otherHard = {}, ...otherScopes } = b;
  return (
    sameNumber(hard, otherHard) &&
    Object.keys(hard).every((name) => textOf(otherHard, name) === hard[name]) &&
    JSON.stringify(scopes) === JSON.stringify(otherScopes)
  );
}

type Texts = Readonly<Record<string, string>>;

const textOf = (texts: Texts | undefined, name: string): string | undefined =>
  texts && Object.hasOwn(texts, name) ? texts[name] : undefined;

const sameNumber = (a: Texts = {}, b: Texts): boolean => Object.keys(a).length === Object.keys(b).length;
