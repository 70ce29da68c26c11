import type { Node } from './node.types.js';

/** `Ready`, `NotReady`, `Unknown` before the node has reported, with `SchedulingDisabled` after a comma. */
export function statusText({ spec, status }: Node): string {
  const ready = status?.conditions?.find(({ type }) => type === 'Ready');
  const words = [ready === undefined ? 'Unknown' : ready.status === 'True' ? 'Ready' : 'NotReady'];
  if (spec?.unschedulable) words.push('SchedulingDisabled');
  return words.join(',');
}

/** Roles are labels of the form `node-role.DOMAIN/ROLE`, with any domain. */
export function rolesText({ metadata }: Node): string {
  const roles = Object.keys(metadata.labels ?? {})
    .filter((key) => key.startsWith('node-role.') && key.includes('/'))
    .map((key) => key.slice(key.indexOf('/') + 1))
    .filter((role) => role !== '');
  return roles.sort().join(',') || '<none>';
}

export const addressText = ({ status }: Node, type: string): string =>
  status?.addresses?.find((address) => address.type === type)?.address ?? '<none>';
