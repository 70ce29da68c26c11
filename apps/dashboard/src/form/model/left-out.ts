import { at } from '../../api/object';
import { extension, type Schema } from '../../schema/fields';
import type { FieldPath } from '../text/edit';
import type { FormKind } from './form-kind';

/** Metadata that only the server sets. */
const SET_BY_SERVER: ReadonlySet<unknown> = new Set([
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'managedFields',
  'selfLink',
]);

const FIXED_NAMES: ReadonlySet<unknown> = new Set(['name', 'namespace', 'generateName']);

/** Whether a field is not for the user to set: the server sets it, or it cannot be changed any more. The YAML still has it. */
export function isLeftOut(
  { path, schema }: { readonly path: FieldPath; readonly schema: Schema },
  kind: FormKind,
): boolean {
  const { stored, resource } = kind;
  const name = path.at(-1);
  if (path.length === 1) {
    if (name === 'apiVersion' || name === 'kind') return true;
    if (name === 'status') return resource.subresources.includes('status');
  }
  if (path.at(-2) === 'metadata' && SET_BY_SERVER.has(name)) return true;
  if (path.length === 2 && path[0] === 'metadata') {
    if (name === 'namespace' && !resource.namespaced) return true;
    if (stored !== undefined && FIXED_NAMES.has(name)) return true;
  }
  return stored !== undefined && isImmutable(schema) && at(stored, ...path) !== undefined;
}

/** By the rule of custom kinds that the value equals the old one. */
function isImmutable(schema: Schema): boolean {
  const rules = extension(schema, 'validations');
  if (!Array.isArray(rules)) return false;
  return rules.some((entry) => {
    const rule = at(entry, 'rule');
    return typeof rule === 'string' && /^(self==oldSelf|oldSelf==self)$/.test(rule.replaceAll(' ', ''));
  });
}
