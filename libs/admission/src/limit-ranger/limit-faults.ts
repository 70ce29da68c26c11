import type { LimitRangeItem, PersistentVolumeClaim, Pod } from '@orch/api';
import { Quantity } from '@orch/apimachinery';
import { amountsFrom, podAmounts } from '@orch/quota';
import { StepWork } from '../matching/step-work.js';
import { extremesOf, type ContainerAmounts, type Extremes } from './extreme-amounts.js';

/** Messages that are made: no answer has more. */
const MAX_FAULTS = 1_000;
/** Comparisons of words in the time of one amount. */
const AMOUNT_WORK = 20;

/** What a range asks for one amount of each container. */
interface Bound {
  readonly check: Check;
  readonly name: string;
  readonly amount: Quantity;
}

interface Check {
  /** Whether some container has a fault. */
  readonly mayFail: (name: string, amount: Quantity, item: LimitRangeItem, extremes: Extremes) => boolean;
  readonly fault: FaultOf;
}

type FaultOf = (
  name: string,
  amount: Quantity,
  item: LimitRangeItem,
  container: ContainerAmounts,
) => string | undefined;

/**
 * Messages for the amounts of a pod that violate the limit ranges, the first ones; empty if none does. Each amount of a range is compared with the
 * lowest and highest of all containers, and with each container only where there is a fault: ranges, their amounts and containers do not multiply
 * each other. In steps.
 */
export function* podFaults(pod: Pod, items: readonly LimitRangeItem[]): Generator<undefined, string[]> {
  const work = new StepWork();
  const { containers, initContainers } = pod.spec ?? {};
  const ofContainers: ContainerAmounts[] = [];
  for (const { resources } of [...(containers ?? []), ...(initContainers ?? [])]) {
    const amounts = { requests: amountsFrom(resources?.requests), limits: amountsFrom(resources?.limits) };
    ofContainers.push(amounts);
    if (work.add(AMOUNT_WORK * (1 + amounts.requests.size + amounts.limits.size))) yield;
  }
  const ofPod = [{ requests: podAmounts(pod, 'requests'), limits: podAmounts(pod, 'limits') }];
  const bounded = { Container: ofContainers, Pod: ofPod };
  const extremes = { Container: yield* extremesOf(ofContainers, work), Pod: yield* extremesOf(ofPod, work) };
  const found: string[] = [];
  for (const item of items) {
    const { type } = item;
    if ((type !== 'Container' && type !== 'Pod') || bounded[type].length === 0) continue;
    const failing = yield* failingBounds(item, extremes[type], work);
    if (failing.length === 0) continue;
    for (const amounts of bounded[type]) {
      for (const { check, name, amount } of failing) {
        const fault = check.fault(name, amount, item, amounts);
        if (fault !== undefined && found.push(fault) >= MAX_FAULTS) return found;
      }
      if (work.add(failing.length)) yield;
    }
  }
  return found;
}

/** As `podFaults`, for a claim, which has requests only. */
export function* claimFaults(
  { spec }: PersistentVolumeClaim,
  items: readonly LimitRangeItem[],
): Generator<undefined, string[]> {
  const work = new StepWork();
  const requests = amountsFrom(spec?.resources?.requests);
  const found: string[] = [];
  for (const item of items) {
    if (item.type !== 'PersistentVolumeClaim') continue;
    for (const [field, what, faultOf] of CLAIM_BOUNDS) {
      for (const [name, bound] of each(item[field])) {
        const fault = faultOf(what, name, item, requests.get(name), bound, 'request');
        if (fault !== undefined && found.push(fault) >= MAX_FAULTS) return found;
        if (work.add(AMOUNT_WORK)) yield;
      }
    }
  }
  return found;
}

/** What some container violates, at most as many as there are messages. */
function* failingBounds(item: LimitRangeItem, extremes: Extremes, work: StepWork): Generator<undefined, Bound[]> {
  const failing: Bound[] = [];
  for (const [field, check] of CHECKS) {
    for (const [name, amount] of each(item[field])) {
      if (work.add(AMOUNT_WORK)) yield;
      if (!check.mayFail(name, amount, item, extremes)) continue;
      if (failing.push({ check, name, amount }) >= MAX_FAULTS) return failing;
    }
  }
  return failing;
}

const minimumFault: FaultOf = (name, least, item, { requests, limits }) => {
  const request = requests.get(name);
  if (!request) return `${text('minimum', name, item, least)}.  No request is specified`;
  return (
    below('minimum', name, item, request, least, 'request') ??
    below('minimum', name, item, limits.get(name), least, 'limit')
  );
};

const maximumFault: FaultOf = (name, most, item, { requests, limits }) => {
  const limit = limits.get(name);
  if (!limit) return `${text('maximum', name, item, most)}.  No limit is specified`;
  return (
    above('maximum', name, item, limit, most, 'limit') ??
    above('maximum', name, item, requests.get(name), most, 'request')
  );
};

const ratioFault: FaultOf = (name, most, { type }, { requests, limits }) => {
  const request = requests.get(name);
  const limit = limits.get(name);
  const message = (what: string): string =>
    `${name} max limit to request ratio per ${type} is ${most.toString()}, but ${what}`;
  if (!request || request.sign === 0) return message('no request is specified or request is 0.');
  if (!limit || limit.sign === 0) return message('no limit is specified or limit is 0.');
  const ratio = limit.toNumber() / request.toNumber();
  return ratio > most.toNumber() ? message(`provided ratio is ${ratio.toFixed(6)}`) : undefined;
};

/** In the order of their messages. */
const CHECKS: readonly (readonly [field: 'min' | 'max' | 'maxLimitRequestRatio', check: Check])[] = [
  [
    'min',
    {
      fault: minimumFault,
      mayFail: (name, least, item, { lowest }) => minimumFault(name, least, item, lowest) !== undefined,
    },
  ],
  [
    'max',
    {
      fault: maximumFault,
      mayFail: (name, most, item, { highest }) => maximumFault(name, most, item, highest) !== undefined,
    },
  ],
  [
    'maxLimitRequestRatio',
    {
      fault: ratioFault,
      mayFail: (name, most, _item, { ratios }) => (ratios.get(name) ?? Infinity) > most.toNumber(),
    },
  ],
];

const text = (what: string, name: string, { type }: LimitRangeItem, amount: Quantity): string =>
  `${what} ${name} usage per ${type} is ${amount.toString()}`;

const below = (
  bound: string,
  name: string,
  item: LimitRangeItem,
  amount: Quantity | undefined,
  least: Quantity,
  what: string,
): string | undefined =>
  amount && amount.compare(least) < 0
    ? `${text(bound, name, item, least)}, but ${what} is ${amount.toString()}`
    : undefined;

const above = (
  bound: string,
  name: string,
  item: LimitRangeItem,
  amount: Quantity | undefined,
  most: Quantity,
  what: string,
): string | undefined =>
  amount && amount.compare(most) > 0
    ? `${text(bound, name, item, most)}, but ${what} is ${amount.toString()}`
    : undefined;

/** What a range asks of the requests of a claim. */
const CLAIM_BOUNDS = [
  ['min', 'minimum', below],
  ['max', 'maximum', above],
] as const;

/** The amounts of a range, each of which is read when it is its turn. */
function* each(amounts: Readonly<Record<string, string>> = {}): Generator<readonly [name: string, amount: Quantity]> {
  for (const name of Object.keys(amounts)) yield [name, Quantity.parse(amounts[name]!) ?? Quantity.zero];
}
