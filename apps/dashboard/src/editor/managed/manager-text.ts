import type { ManagedFields } from '../../api/object';

/** `autoscaler (scale)`: who, and through which subresource. */
export function managerText({ manager = '', subresource }: ManagedFields): string {
  return subresource === undefined ? manager : `${manager} (${subresource})`;
}
