import type { Quantity } from '@orch/apimachinery';
import type { Amounts } from '@orch/quota';
import type { StepWork } from '../matching/step-work.js';

/** Amounts of a container, or of a pod as a whole. */
export interface ContainerAmounts {
  readonly requests: Amounts;
  readonly limits: Amounts;
}

/** The amounts of many containers, as far as they decide whether one of them violates a range. */
export interface Extremes {
  /** The lowest of each name. Without a request where a container has none. */
  readonly lowest: ContainerAmounts;
  /** The highest of each name. Without a limit where a container has none. */
  readonly highest: ContainerAmounts;
  /** The highest ratio of limit and request. Without a name where a container has no request or limit, or one of 0. */
  readonly ratios: ReadonlyMap<string, number>;
}

/** Comparisons of words in the time of one amount. */
const AMOUNT_WORK = 20;

/** The extremes of at least one container, in steps. */
export function* extremesOf(containers: readonly ContainerAmounts[], work: StepWork): Generator<undefined, Extremes> {
  const requests = new Spread();
  const limits = new Spread();
  const ratios = new Map<string, { highest: number; containers: number }>();
  for (const container of containers) {
    requests.add(container.requests);
    limits.add(container.limits);
    for (const [name, limit] of container.limits) {
      const request = container.requests.get(name);
      if (!request || request.sign === 0 || limit.sign === 0) continue;
      const ratio = limit.toNumber() / request.toNumber();
      const known = ratios.get(name);
      if (!known) ratios.set(name, { highest: ratio, containers: 1 });
      else ratios.set(name, { highest: Math.max(known.highest, ratio), containers: known.containers + 1 });
    }
    if (work.add(AMOUNT_WORK * (1 + container.requests.size + container.limits.size))) yield;
  }
  const inAll = (count: number): boolean => count === containers.length;
  return {
    lowest: { requests: requests.lowest(inAll), limits: limits.lowest() },
    highest: { requests: requests.highest(), limits: limits.highest(inAll) },
    ratios: new Map(
      [...ratios].filter(([, one]) => inAll(one.containers)).map(([name, { highest }]) => [name, highest]),
    ),
  };
}

interface Range {
  lowest: Quantity;
  highest: Quantity;
  containers: number;
}

/** The lowest and the highest amount of each name. */
class Spread {
  private readonly ranges = new Map<string, Range>();

  add(amounts: Amounts): void {
    for (const [name, amount] of amounts) {
      const known = this.ranges.get(name);
      if (!known) this.ranges.set(name, { lowest: amount, highest: amount, containers: 1 });
      else {
        known.containers++;
        if (amount.compare(known.lowest) < 0) known.lowest = amount;
        if (amount.compare(known.highest) > 0) known.highest = amount;
      }
    }
  }

  /** @param isCounted whether names that this number of containers have are part of it. Default: all. */
  lowest(isCounted: (containers: number) => boolean = () => true): Amounts {
    return this.each(isCounted, (one) => one.lowest);
  }

  /** See `lowest`. */
  highest(isCounted: (containers: number) => boolean = () => true): Amounts {
    return this.each(isCounted, (one) => one.highest);
  }

  private each(isCounted: (containers: number) => boolean, of: (range: Range) => Quantity): Amounts {
    const found = new Map<string, Quantity>();
    for (const [name, range] of this.ranges) if (isCounted(range.containers)) found.set(name, of(range));
    return found;
  }
}
