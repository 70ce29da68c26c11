import type { QuotaPod } from '@orch/quota';

/** Names of a quota that every container must say something about, and where. */
const REQUIRED: ReadonlyMap<string, readonly ['requests' | 'limits', 'cpu' | 'memory']> = new Map([
  ['cpu', ['requests', 'cpu']],
  ['memory', ['requests', 'memory']],
  ['requests.cpu', ['requests', 'cpu']],
  ['requests.memory', ['requests', 'memory']],
  ['limits.cpu', ['limits', 'cpu']],
  ['limits.memory', ['limits', 'memory']],
]);

/** What the quota limits and some container leaves open, by name. */
export function missingAmounts({ spec = {} }: QuotaPod, hard: Readonly<Record<string, string>>): string[] {
  const containers = [...(spec.containers ?? []), ...(spec.initContainers ?? [])];
  return Object.keys(hard)
    .filter((name) => {
      const required = REQUIRED.get(name);
      if (!required) return false;
      const [which, resource] = required;
      return containers.some(({ resources }) => resources?.[which]?.[resource] === undefined);
    })
    .sort();
}
