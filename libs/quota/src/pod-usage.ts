import { parseTimeMs, Quantity, type ObjectMeta } from '@orch/apimachinery';
import { addTo, amountsFrom, larger, ONE, plus, type Amounts } from './amounts.js';

interface Resources {
  readonly requests?: Readonly<Record<string, string>>;
  readonly limits?: Readonly<Record<string, string>>;
}

/** The fields of a pod that quotas read. */
export interface QuotaPod {
  readonly metadata: ObjectMeta;
  readonly spec?: {
    readonly containers?: readonly { readonly name?: string; readonly resources?: Resources }[] | null;
    readonly initContainers?: readonly {
      readonly name?: string;
      readonly restartPolicy?: string;
      readonly resources?: Resources;
    }[];
    /** Pod-level resources. */
    readonly resources?: Resources;
    readonly overhead?: Readonly<Record<string, string>>;
    readonly activeDeadlineSeconds?: number;
    readonly priorityClassName?: string;
    readonly affinity?: unknown;
  };
  readonly status?: { readonly phase?: string };
}

/** Requests of these resources also count under the bare name. */
const NATIVE: ReadonlySet<string> = new Set(['cpu', 'memory', 'ephemeral-storage']);
const HUGE_PAGES = 'hugepages-';
const NOTHING: Amounts = new Map();

/** Usage of a pod in addition to its object count. A terminated pod has none. */
export function podUsage(pod: QuotaPod, nowMs: number): Amounts {
  if (hasEnded(pod, nowMs)) return NOTHING;
  const usage = new Map<string, Quantity>([['pods', ONE]]);
  for (const [name, amount] of podAmounts(pod, 'requests')) {
    usage.set(`requests.${name}`, amount);
    if (NATIVE.has(name) || name.startsWith(HUGE_PAGES)) usage.set(name, amount);
  }
  for (const [name, amount] of podAmounts(pod, 'limits')) {
    if (NATIVE.has(name)) usage.set(`limits.${name}`, amount);
  }
  return usage;
}

/**
 * Effective resources of a pod: the sum of its containers, at least those of each init container and the pod-level ones; plus overhead.
 */
export function podAmounts({ spec = {} }: QuotaPod, which: 'requests' | 'limits'): Amounts {
  const running = new Map<string, Quantity>();
  for (const { resources } of spec.containers ?? []) addTo(running, amountsFrom(resources?.[which]));
  const sidecars = new Map<string, Quantity>();
  /** The largest need of an init container with the sidecars before it: at least that of all these sidecars. */
  const starting = new Map<string, Quantity>();
  for (const { resources, restartPolicy } of spec.initContainers ?? []) {
    for (const [name, amount] of amountsFrom(resources?.[which])) {
      const before = starting.get(name) ?? Quantity.zero;
      const together = (sidecars.get(name) ?? Quantity.zero).add(amount);
      starting.set(name, before.compare(together) < 0 ? together : before);
      // A restartable init container (sidecar) keeps running during all later containers.
      if (restartPolicy === 'Always') sidecars.set(name, together);
    }
  }
  // Older node agents read containers only, newer ones pod-level resources first.
  const needed = larger(larger(plus(running, sidecars), starting), amountsFrom(spec.resources?.[which]));
  if (!spec.overhead) return needed;
  // Overhead is added only to limits that are set.
  const overhead = amountsFrom(spec.overhead);
  return which === 'requests'
    ? plus(needed, overhead)
    : plus(needed, new Map([...overhead].filter(([n]) => needed.has(n))));
}

/** Its phase is terminal, or its termination grace period has expired. */
function hasEnded({ metadata, status }: QuotaPod, nowMs: number): boolean {
  if (status?.phase === 'Succeeded' || status?.phase === 'Failed') return true;
  const { deletionTimestamp, deletionGracePeriodSeconds } = metadata;
  if (deletionTimestamp === undefined || deletionGracePeriodSeconds === undefined) return false;
  return nowMs > (parseTimeMs(deletionTimestamp) ?? 0);
}
