import type { GroupVersionResource } from '@orch/apimachinery';
import { parseApiVersion } from '@orch/apimachinery';
import { UserError } from '../user-error.js';
import { findEntry, qualifiedName, type ResourceCatalog } from './resource-catalog.js';

/** A resource and names of fields, from the object down. */
export interface ExplainedResource {
  readonly resource: GroupVersionResource;
  readonly path: readonly string[];
}

const FIELD = /^[^[\]{}'"()*?@\s]+$/;

/**
 * Reads `TYPE` or `TYPE.FIELD.FIELD`, where the type may have its group: `deployments.apps.spec`. The longest group wins.
 * @param apiVersion of the resource, instead of the preferred one; then the type has no group.
 * @throws UserError when the text is malformed or the server has no such type.
 */
export async function explainedResource(
  text: string,
  catalog: ResourceCatalog,
  apiVersion: string | undefined,
): Promise<ExplainedResource> {
  const names = text
    .replace(/\.$/, '')
    .split(/(?<!\\)\./)
    .map((name) => name.replaceAll('\\.', '.'));
  if (!names.every((name) => FIELD.test(name)))
    throw new UserError('invalid jsonpath syntax, all nodes must be field nodes');
  const [type = '', ...path] = names;
  if (apiVersion !== undefined) {
    const { group, version } = versionOf(apiVersion);
    const { resource } = await catalog.find(type);
    return { resource: { group, version, resource }, path };
  }
  const entries = await catalog.all();
  for (let length = path.length; length > 0; length--) {
    const group = path.slice(0, length).join('.');
    const entry = findEntry(entries, qualifiedName({ group }, type));
    if (entry?.group === group) return { resource: entry, path: path.slice(length) };
  }
  return { resource: await catalog.find(type), path };
}

function versionOf(apiVersion: string) {
  const parsed = parseApiVersion(apiVersion);
  if (!parsed) throw new UserError(`unexpected GroupVersion string: ${apiVersion}`);
  return parsed;
}
