import type { QuotaPod } from '@orch/quota';

/** Names of a quota that every container must specify, and the field. In order. */
const REQUIRED: ReadonlyMap<string, readonly ['requests' | 'limits', 'cpu' | 'memory']> = new Map([
  ['cpu', ['requests', 'cpu']],
  ['limits.cpu', ['limits', 'cpu']],
  ['limits.memory', ['limits', 'memory']],
  ['memory', ['requests', 'memory']],
  ['requests.cpu', ['requests', 'cpu']],
  ['requests.memory', ['requests', 'memory']],
]);

/** What the quota limits and some containers do not specify, with the names of those: `requests.cpu for: a,b`. In order. */
export function missingAmounts({ spec = {} }: QuotaPod, hard: Readonly<Record<string, string>>): string[] {
  const containers = [...(spec.containers ?? []), ...(spec.initContainers ?? [])];
  return [...REQUIRED]
    .filter(([name]) => Object.hasOwn(hard, name))
    .flatMap(([name, [which, resource]]) => {
      const silent = containers.filter(({ resources }) => resources?.[which]?.[resource] === undefined);
      const names = [...new Set(silent.map((container) => container.name ?? ''))].sort();
      return names.length === 0 ? [] : [`${name} for: ${names.join(',')}`];
    });
}
