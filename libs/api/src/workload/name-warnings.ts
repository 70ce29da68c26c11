import { validateName } from '@orch/apimachinery';

/** Pods are named after their workload, and a pod's name is its host name: a longer or dotted one surprises. */
export function nameWarnings(name: string | undefined): string[] {
  const faults = name ? validateName('dns-label', name) : [];
  if (faults.length === 0) return [];
  return [
    'metadata.name: this is used in Pod names and hostnames, which can result in surprising behavior; a DNS label is ' +
      `recommended: [${faults.join(', ')}]`,
  ];
}
