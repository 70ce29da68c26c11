import { controllerAccount, controllerUser, type ControllerRole } from '@orch/controller-rights';
import type { Vocabulary } from '@orch/vocabulary';
import type { AuditedRequest } from './audited-requests.js';

/** The same code for all controllers: seen once is seen for all. */
const SHARED = /^(events|leases)$/;

/** One verb on one resource. */
export interface Permission {
  readonly account: string;
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  readonly namespace: string | undefined;
  readonly names: readonly string[] | undefined;
}

export const rolesOf = (roles: readonly ControllerRole[], account: string): ControllerRole[] =>
  roles.filter((role) => role.account.name === controllerAccount(account));

export const permissionsOf = (roles: readonly ControllerRole[], account: string): Permission[] =>
  rolesOf(roles, account).flatMap(({ namespace, rules }) =>
    rules.flatMap(({ verbs, apiGroups = [], resources = [], resourceNames }) =>
      verbs.flatMap((verb) =>
        resources.map((resource) => ({
          ...{ account, verb, group: apiGroups[0]!, resource, namespace },
          names: resourceNames,
        })),
      ),
    ),
  );

export const textOf = ({ account, verb, resource }: Permission): string => `${account} ${verb} ${resource}`;
export const userOf = ({ user, impersonatedUser }: AuditedRequest): string => (impersonatedUser ?? user).username;

/** Whether a request needed the permission. Shared caches are filled by the process, and events and Leases are written by shared code. */
export function needs(vocabulary: Vocabulary, asked: AuditedRequest, permission: Permission): boolean {
  const { account, verb, resource } = permission;
  if (SHARED.test(resource)) return verb === asked.verb && resource === asked.objectRef?.resource;
  const isCached = verb === 'list' || verb === 'watch';
  const accounts = [account, ...(isCached ? ['controller-manager'] : [])];
  return accounts.some((one) => controllerUser(vocabulary, one) === userOf(asked)) && allows(permission, asked);
}

function allows(permission: Permission, { verb, objectRef = {} }: AuditedRequest): boolean {
  const { namespace: limit, names } = permission;
  return (
    permission.verb === verb &&
    ['*', objectRef.apiGroup ?? ''].includes(permission.group) &&
    isResource(permission.resource, objectRef) &&
    (limit === undefined || limit === objectRef.namespace) &&
    (names === undefined || objectRef.name === undefined || names.includes(objectRef.name))
  );
}

function isResource(wanted: string, { resource = '', subresource }: NonNullable<AuditedRequest['objectRef']>): boolean {
  if (subresource === undefined) return wanted === '*' || wanted === resource;
  return ['*', `*/${subresource}`, `${resource}/${subresource}`].includes(wanted);
}

/** Whether the server refused it by its roles. */
export const isForbidden = ({ annotations }: AuditedRequest): boolean =>
  annotations?.['authorization.orch.io/decision'] === 'forbid';
