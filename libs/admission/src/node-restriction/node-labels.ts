import type { ApiObject } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';

/** Labels of reserved domains that a node may set on its own Node; the others are reserved for administrators. */
export function reportedLabels({ labels }: Vocabulary): (key: string) => boolean {
  const domain = domainOf(labels.hostname);
  const keys = new Set([
    ...['hostname', 'os', 'arch'].map((name) => `${domain}/${name}`),
    ...['instance-type', 'os', 'arch'].map((name) => `beta.${domain}/${name}`),
    ...['zone', 'region'].flatMap((name) => [`topology.${domain}/${name}`, `failure-domain.beta.${domain}/${name}`]),
  ]);
  const domains = [`node.${domain}`, labels.nodeAgentDomain];
  return (key) => keys.has(key) || domains.some((own) => isWithin(domainOf(key), own));
}

/** Sorted keys of added, removed or changed labels that a node may not set. */
export function forbiddenLabels(
  vocabulary: Vocabulary,
): (now: ApiObject | undefined, before: ApiObject | undefined) => string[] {
  const isReported = reportedLabels(vocabulary);
  const isReserved = (key: string): boolean =>
    vocabulary.reservedGroupSuffixes.some((suffix) => isWithin(domainOf(key), suffix));
  return (now, before) => changedLabels(now, before).filter((key) => isReserved(key) && !isReported(key));
}

function changedLabels(now: ApiObject | undefined, before: ApiObject | undefined): string[] {
  const after = new Map(Object.entries(now?.metadata.labels ?? {}));
  const old = new Map(Object.entries(before?.metadata.labels ?? {}));
  return [...new Set([...after.keys(), ...old.keys()])].filter((key) => after.get(key) !== old.get(key)).sort();
}

const domainOf = (key: string): string => key.slice(0, Math.max(key.indexOf('/'), 0));

const isWithin = (domain: string, parent: string): boolean => domain === parent || domain.endsWith(`.${parent}`);
