import type { LimitRangeItem, PersistentVolumeClaim, Pod } from '@orch/api';
import { Quantity } from '@orch/apimachinery';
import { amountsFrom, podAmounts, type Amounts } from '@orch/quota';

interface ContainerAmounts {
  readonly requests: Amounts;
  readonly limits: Amounts;
}

/** Messages for the amounts of a pod that violate the limit ranges; empty if none does. */
export function podFaults(pod: Pod, items: readonly LimitRangeItem[]): string[] {
  const { containers, initContainers } = pod.spec ?? {};
  const ofContainers = [...(containers ?? []), ...(initContainers ?? [])].map(({ resources }) => ({
    requests: amountsFrom(resources?.requests),
    limits: amountsFrom(resources?.limits),
  }));
  const ofPod = { requests: podAmounts(pod, 'requests'), limits: podAmounts(pod, 'limits') };
  return items.flatMap((item) => {
    if (item.type === 'Container') return ofContainers.flatMap((container) => faults(item, container));
    return item.type === 'Pod' ? faults(item, ofPod) : [];
  });
}

/** As `podFaults`, for a claim, which has requests only. */
export function claimFaults({ spec }: PersistentVolumeClaim, items: readonly LimitRangeItem[]): string[] {
  const requests = amountsFrom(spec?.resources?.requests);
  return items
    .filter(({ type }) => type === 'PersistentVolumeClaim')
    .flatMap((item) => [
      ...each(item.min, (name, least) =>
        below(text('minimum', name, item, least), requests.get(name), least, 'request'),
      ),
      ...each(item.max, (name, most) => above(text('maximum', name, item, most), requests.get(name), most, 'request')),
    ]);
}

const faults = (item: LimitRangeItem, { requests, limits }: ContainerAmounts): string[] => [
  ...each(item.min, (name, least) => {
    const message = text('minimum', name, item, least);
    if (!requests.has(name)) return `${message}.  No request is specified`;
    return below(message, requests.get(name), least, 'request') ?? below(message, limits.get(name), least, 'limit');
  }),
  ...each(item.max, (name, most) => {
    const message = text('maximum', name, item, most);
    if (!limits.has(name)) return `${message}.  No limit is specified`;
    return above(message, limits.get(name), most, 'limit') ?? above(message, requests.get(name), most, 'request');
  }),
  ...each(item.maxLimitRequestRatio, (name, ratio) =>
    ratioFault(name, item, ratio, requests.get(name), limits.get(name)),
  ),
];

function ratioFault(
  name: string,
  { type }: LimitRangeItem,
  most: Quantity,
  request: Quantity | undefined,
  limit: Quantity | undefined,
): string | undefined {
  const message = `${name} max limit to request ratio per ${type} is ${most.toString()}`;
  if (!request || request.sign === 0) return `${message}, but no request is specified or request is 0.`;
  if (!limit || limit.sign === 0) return `${message}, but no limit is specified or limit is 0.`;
  const ratio = limit.toNumber() / request.toNumber();
  return ratio > most.toNumber() ? `${message}, but provided ratio is ${ratio.toFixed(6)}` : undefined;
}

const text = (what: string, name: string, { type }: LimitRangeItem, amount: Quantity): string =>
  `${what} ${name} usage per ${type} is ${amount.toString()}`;

const below = (message: string, amount: Quantity | undefined, least: Quantity, what: string): string | undefined =>
  amount && amount.compare(least) < 0 ? `${message}, but ${what} is ${amount.toString()}` : undefined;

const above = (message: string, amount: Quantity | undefined, most: Quantity, what: string): string | undefined =>
  amount && amount.compare(most) > 0 ? `${message}, but ${what} is ${amount.toString()}` : undefined;

const each = (
  amounts: Readonly<Record<string, string>> | undefined,
  fault: (name: string, amount: Quantity) => string | undefined,
): string[] =>
  [...amountsFrom(amounts)].flatMap(([name, amount]) => {
    const found = fault(name, amount);
    return found === undefined ? [] : [found];
  });
