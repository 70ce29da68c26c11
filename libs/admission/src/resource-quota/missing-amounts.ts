import type { QuotaPod } from '@orch/quota';

/** Names of a quota that every container must specify, and the field. */
const REQUIRED: ReadonlyMap<string, readonly ['requests' | 'limits', 'cpu' | 'memory']> = new Map([
  ['cpu', ['requests', 'cpu']],
  ['memory', ['requests', 'memory']],
  ['requests.cpu', ['requests', 'cpu']],
  ['requests.memory', ['requests', 'memory']],
  ['limits.cpu', ['limits', 'cpu']],
  ['limits.memory', ['limits', 'memory']],
]);

/** Names that the quota limits and that some container does not specify. */
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
