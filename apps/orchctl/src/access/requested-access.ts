import type { Session } from '../connection/session.js';
import type { Output } from '../output.js';
import { findEntry } from '../resources/resource-catalog.js';
import { UserError } from '../user-error.js';

/** Spec of an access review of one permission. */
export type RequestedAccess =
  | { readonly nonResourceAttributes: { readonly verb: string; readonly path: string } }
  | { readonly resourceAttributes: Readonly<Record<string, string>> };

interface Where {
  /** Empty for all. */
  readonly namespace: string;
  readonly subresource: string | undefined;
}

/**
 * The access requested by `VERB RESOURCE[.GROUP][/NAME]` or `VERB /path`. An unknown resource is requested all the same, with a
 * warning: a role may name a resource before it exists.
 * @throws UserError.
 */
export async function requestedAccess(
  session: Session,
  [verb, what, ...rest]: readonly string[],
  { namespace, subresource }: Where,
  output: Output,
): Promise<RequestedAccess> {
  if (verb === undefined || what === undefined || rest.length > 0) {
    throw new UserError('write can-i VERB RESOURCE, can-i VERB RESOURCE/NAME, can-i VERB /path, or can-i --list');
  }
  if (what.startsWith('/')) {
    if (subresource !== undefined) throw new UserError('--subresource does not go with a path');
    return { nonResourceAttributes: { verb, path: what } };
  }
  const slash = what.indexOf('/');
  const type = slash < 0 ? what : what.slice(0, slash);
  const name = slash < 0 ? undefined : what.slice(slash + 1);
  const { namespaced, ...resource } = await resourceNamed(session, type, output);
  if (!namespaced && namespace !== '') output.err(`Warning: resource '${resource.resource}' is not namespace scoped\n`);
  return {
    resourceAttributes: {
      verb,
      ...resource,
      ...(namespaced && namespace !== '' ? { namespace } : {}),
      ...(name === undefined ? {} : { name }),
      ...(subresource === undefined ? {} : { subresource }),
    },
  };
}

async function resourceNamed(
  session: Session,
  type: string,
  output: Output,
): Promise<{ group: string; resource: string; namespaced: boolean }> {
  const entry = findEntry(await session.catalog.all(), type);
  if (entry) return { group: entry.group, resource: entry.resource, namespaced: entry.namespaced };
  const dot = type.indexOf('.');
  const resource = dot < 0 ? type : type.slice(0, dot);
  const group = dot < 0 ? '' : type.slice(dot + 1);
  const where = group === '' ? '' : ` in group '${group}'`;
  if (resource !== '*') output.err(`Warning: the server doesn't have a resource type '${resource}'${where}\n`);
  return { group, resource, namespaced: true };
}
