import { parseTimeMs, Quantity, type ObjectMeta } from '@orch/apimachinery';
import { amountsFrom, larger, ONE, plus, type Amounts } from './amounts.js';

interface Resources {
  readonly requests?: Readonly<Record<string, string>>;
  readonly limits?: Readonly<Record<string, string>>;
}

/** A pod, as far as quotas look at it. */
export interface QuotaPod {
  readonly metadata: ObjectMeta;
  readonly spec?: {
    readonly containers?: readonly { readonly name?: string; readonly resources?: Resources }[];
    readonly initContainers?: readonly {
      readonly name?: string;
      readonly restartPolicy?: string;
      readonly resources?: Resources;
    }[];
    /** Of the pod as a whole. */
    readonly resources?: Resources;
    readonly overhead?: Readonly<Record<string, string>>;
    readonly activeDeadlineSeconds?: number;
    readonly priorityClassName?: string;
    readonly affinity?: unknown;
  };
  readonly status?: { readonly phase?: string };
}

/** Resources that count under their own name too, as what is requested. */
const NATIVE: ReadonlySet<string> = new Set(['cpu', 'memory', 'ephemeral-storage']);
const HUGE_PAGES = 'hugepages-';
const NOTHING: Amounts = new Map();

/** What a pod counts for, beside the object itself. One that has ended counts for nothing. */
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
 * What a pod asks for: all containers together, but at least what any init container needs alone and what the pod itself asks for as a
 * whole; and its overhead.
 */
export function podAmounts({ spec = {} }: QuotaPod, which: 'requests' | 'limits'): Amounts {
  let running: Amounts = NOTHING;
  for (const { resources } of spec.containers ?? []) running = plus(running, amountsFrom(resources?.[which]));
  let sidecars: Amounts = NOTHING;
  let starting: Amounts = NOTHING;
  for (const { resources, restartPolicy } of spec.initContainers ?? []) {
    const amounts = amountsFrom(resources?.[which]);
    // One that restarts runs on beside all that come after it.
    if (restartPolicy === 'Always') sidecars = plus(sidecars, amounts);
    starting = larger(starting, restartPolicy === 'Always' ? sidecars : plus(sidecars, amounts));
  }
  // Agents of older nodes look at containers only, others at the pod first.
  const needed = larger(larger(plus(running, sidecars), starting), amountsFrom(spec.resources?.[which]));
  if (!spec.overhead) return needed;
  // Overhead limits only what is limited at all.
  const overhead = amountsFrom(spec.overhead);
  return which === 'requests'
    ? plus(needed, overhead)
    : plus(needed, new Map([...overhead].filter(([n]) => needed.has(n))));
}

/** Its phase says so, or its time to end is over. */
function hasEnded({ metadata, status }: QuotaPod, nowMs: number): boolean {
  if (status?.phase === 'Succeeded' || status?.phase === 'Failed') return true;
  const { deletionTimestamp, deletionGracePeriodSeconds } = metadata;
  if (deletionTimestamp === undefined || deletionGracePeriodSeconds === undefined) return false;
  return nowMs > (parseTimeMs(deletionTimestamp) ?? 0);
}
