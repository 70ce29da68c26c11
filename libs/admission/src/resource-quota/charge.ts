import type { ResourceQuota } from '@orch/api';
import { ApiError } from '@orch/apimachinery';
import { amountsFrom, amountsText, only, plus, writtenAmounts, type Amounts } from '@orch/quota';
import type { AdmissionAttributes } from '@orch/registry';

/** Counts what stands now, for a quota that nobody has counted for yet. */
export type UsageCounter = (quota: ResourceQuota) => Amounts;

/**
 * The quota with these amounts more in use. Pure but for `count`.
 * @throws ApiError Forbidden when that is more than it allows (C-240).
 */
export function afterCharge(
  a: AdmissionAttributes,
  quota: ResourceQuota,
  amounts: Amounts,
  count: UsageCounter,
): ResourceQuota {
  const written = quota.spec?.hard ?? {};
  const hard = amountsFrom(written);
  const used = isCounted(quota) ? amountsFrom(quota.status?.used) : count(quota);
  const wanted = only(plus(used, amounts), hard);
  const exceeded = new Set(
    [...amounts.keys()].filter((name) => {
      const most = hard.get(name);
      return most !== undefined && (wanted.get(name)?.compare(most) ?? 0) > 0;
    }),
  );
  if (exceeded.size > 0) {
    const of = (all: Amounts): string => amountsText(only(all, exceeded));
    throw ApiError.forbidden(
      { group: a.definition.gvr.group, resource: a.definition.gvr.resource, name: a.name },
      `exceeded quota: ${quota.metadata.name}, requested: ${of(amounts)}, used: ${of(used)}, limited: ${of(hard)}`,
    );
  }
  return { ...quota, status: { hard: written, used: writtenAmounts(wanted) } } as ResourceQuota;
}

/** The status is about what the quota says now. */
function isCounted({ spec, status }: ResourceQuota): boolean {
  const { hard = {} } = spec ?? {};
  const counted = status?.hard;
  if (!counted || !status.used) return false;
  const names = Object.keys(hard);
  return (
    names.length === Object.keys(counted).length &&
    names.every((name) => Object.hasOwn(counted, name) && counted[name] === hard[name])
  );
}
