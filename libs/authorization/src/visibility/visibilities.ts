import type { UserInfo } from '@orch/api';
import type { Clock } from '@orch/apimachinery';
import type { RequestInfo, Authorizer } from '@orch/http';
import type { AuthorizationMode } from '../authorization-options.js';
import type { PermissionChanges } from '../rbac/permission-changes.js';
import { Visibility } from './visibility.js';

/** Creates the visibility of a user for a list or watch. */
export type Visibilities = (user: UserInfo, info: RequestInfo) => Visibility;

const NODES = 'system:nodes';

/** RBAC notifies of every change, and ABAC never changes. Webhooks, and the objects of nodes, which change with pods, are polled. */
export const visibilities =
  (sources: {
    readonly authorizer: Authorizer;
    readonly changes: PermissionChanges;
    readonly modes: readonly AuthorizationMode[];
    readonly clock: Clock;
  }): Visibilities =>
  (user, info) => {
    const { modes, ...parts } = sources;
    const isPolled = modes.includes('Webhook') || (modes.includes('Node') && user.groups.includes(NODES));
    return new Visibility({ ...parts, user, info, isPolled });
  };
