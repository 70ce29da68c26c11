import type { Node } from './node.types.js';

/** `Ready`, `NotReady`, `Unknown` before the node has reported, with `SchedulingDisabled` after a comma. */
export function statusText({ spec, status }: Node): string {
  const ready = status?.conditions?.find(({ type }) => type === 'Ready');
  const words = [ready === undefined ? 'Unknown' : ready.status === 'True' ? 'Ready' : 'NotReady'];
  if (spec?.unschedulable) words.push('SchedulingDisabled');
  return words.join(',');
}

/** Roles are labels of the form `node-role.DOMAIN/ROLE`, with any domain, and the value of the label `nodeRole`. */
export function rolesText({ metadata: { labels = {} } }: Node, nodeRole: string): string {
  const roles = Object.keys(labels)
    .filter((key) => key.startsWith('node-role.') && key.includes('/'))
    .map((key) => key.slice(key.indexOf('/') + 1))
    .concat(labels[nodeRole] ?? '')
    .filter((role) => role !== '');
  return [...new Set(roles)].sort().join(',') || '<none>';
}

export const addressText = ({ status }: Node, type: string): string =>
  status?.addresses?.find((address) => address.type === type)?.address ?? '<none>';
