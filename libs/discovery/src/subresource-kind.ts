import { actionDefinition, viewOf, type ResourceDefinition } from '@orch/api';

/** Kind of a sub-resource; group and version only when they differ from those of its resource. */
export interface SubresourceKind {
  readonly kind: string;
  readonly group?: string;
  readonly version?: string;
}

/** The kind of a sub-resource: its own (`scale`: C-237, `binding`), or that of the resource (`status`, `approval`, `finalize`). */
export function subresourceKind(definition: ResourceDefinition, name: string): SubresourceKind {
  const { connections = {} } = definition.declaration;
  const connection = Object.hasOwn(connections, name) ? connections[name] : undefined;
  if (connection) return { kind: connection.kind };
  const own = viewOf(definition, name)?.definition ?? actionDefinition(definition, name);
  if (!own) return { kind: definition.gvk.kind };
  return own.apiVersion === definition.apiVersion ? { kind: own.gvk.kind } : own.gvk;
}
