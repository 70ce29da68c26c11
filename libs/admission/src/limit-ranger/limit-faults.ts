import type { LimitRangeItem, PersistentVolumeClaim, Pod } from '@orch/api';
import { Quantity } from '@orch/apimachinery';
import { amountsFrom, podAmounts, type Amounts } from '@orch/quota';

interface ContainerAmounts {
  readonly requests: Amounts;
  readonly limits: Amounts;
}

/**
 * Messages that are made: no answer has more. With the first ones the pod is refused, and without a fault each amount of a range is one of the
 * pod, too: so neither the containers nor the amounts multiply the other.
 */
const MAX_FAULTS = 1_000;

/** Messages for the amounts of a pod that violate the limit ranges, the first ones; empty if none does. */
export function podFaults(pod: Pod, items: readonly LimitRangeItem[]): string[] {
  const { containers, initContainers } = pod.spec ?? {};
  const ofContainers = [...(containers ?? []), ...(initContainers ?? [])].map(({ resources }) => ({
    requests: amountsFrom(resources?.requests),
    limits: amountsFrom(resources?.limits),
  }));
  const ofPod = { requests: podAmounts(pod, 'requests'), limits: podAmounts(pod, 'limits') };
  const found: string[] = [];
  for (const item of items) {
    const bounded = item.type === 'Container' ? ofContainers : item.type === 'Pod' ? [ofPod] : [];
    for (const amounts of bounded) {
      for (const fault of faults(item, amounts)) if (found.push(fault) >= MAX_FAULTS) return found;
    }
  }
  return found;
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

function* faults(item: LimitRangeItem, { requests, limits }: ContainerAmounts): Generator<string> {
  yield* each(item.min, (name, least) => {
    const message = text('minimum', name, item, least);
    if (!requests.has(name)) return `${message}.  No request is specified`;
    return below(message, requests.get(name), least, 'request') ?? below(message, limits.get(name), least, 'limit');
  });
  yield* each(item.max, (name, most) => {
    const message = text('maximum', name, item, most);
    if (!limits.has(name)) return `${message}.  No limit is specified`;
    return above(message, limits.get(name), most, 'limit') ?? above(message, requests.get(name), most, 'request');
  });
  yield* each(item.maxLimitRequestRatio, (name, ratio) =>
    ratioFault(name, item, ratio, requests.get(name), limits.get(name)),
  );
}

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

/** The faults of the amounts of a range, each of which is read when it is its turn. */
function* each(
  amounts: Readonly<Record<string, string>> = {},
  fault: (name: string, amount: Quantity) => string | undefined,
): Generator<string> {
  for (const name of Object.keys(amounts)) {
    for (const [, amount] of amountsFrom({ [name]: amounts[name]! })) {
      const found = fault(name, amount);
      if (found !== undefined) yield found;
    }
  }
}
