import type { ApiObject, ManagedFields } from '../api/object';
import { managerText } from './managed/manager-text';

const nameOf = ({ manager, subresource }: ManagedFields): string => `${manager} ${subresource}`;

/** Who changed the object after `before`, by its managed fields; '' when they do not say. */
export function changedBy(before: ApiObject, after: ApiObject): string {
  const known = new Map((before.metadata.managedFields ?? []).map((entry) => [nameOf(entry), JSON.stringify(entry)]));
  const managers = (after.metadata.managedFields ?? [])
    .filter((entry) => known.get(nameOf(entry)) !== JSON.stringify(entry))
    .map(managerText);
  return [...new Set(managers)].join(', ');
}
