import { groupResource } from '@orch/apimachinery';
import { amountsFrom, countedBy, writtenAmounts, type Amounts, type CountedResource } from '@orch/quota';
import type { Vocabulary } from '@orch/vocabulary';
import type { ResourceQuota } from './quota.js';

/** One resource whose objects a quota counts. */
export interface Counting {
  readonly counted: CountedResource;
  /** Whether the objects must be evaluated; otherwise their number suffices. */
  readonly measured: boolean;
}

/** The resources that a quota counts, without duplicates. */
export function countings({ spec = {} }: ResourceQuota, vocabulary: Vocabulary): readonly Counting[] {
  const found = new Map<string, Counting>();
  const hasScopes = (spec.scopes?.length ?? 0) + (spec.scopeSelector?.matchExpressions?.length ?? 0) > 0;
  for (const name of Object.keys(spec.hard ?? {})) {
    const by = countedBy(name, vocabulary);
    if (!by) continue;
    const key = groupResource(by.counted);
    const measured = by.measured || hasScopes || found.get(key)?.measured === true;
    found.set(key, { counted: by.counted, measured });
  }
  return [...found.values()];
}

/** The status for this usage; undefined when it is unchanged. */
export function plannedStatus(
  { spec = {}, status }: ResourceQuota,
  usage: Amounts,
): ResourceQuota['status'] | undefined {
  const hard = spec.hard ?? {};
  const used = writtenAmounts(new Map(Object.keys(hard).map((name) => [name, usage.get(name) ?? ZERO])));
  return sameTexts(status?.hard ?? {}, hard) && sameTexts(status?.used ?? {}, used) ? undefined : { hard, used };
}

/** Whether usage decreases compared to the status. */
export function givesBack({ status }: ResourceQuota, usage: Amounts): boolean {
  return [...amountsFrom(status?.used)].some(([name, before]) => (usage.get(name) ?? ZERO).compare(before) < 0);
}

const ZERO = amountsFrom({ zero: '0' }).get('zero')!;

const sameTexts = (a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean =>
  Object.keys(a).length === Object.keys(b).length &&
  Object.entries(a).every(([name, text]) => Object.hasOwn(b, name) && b[name] === text);
