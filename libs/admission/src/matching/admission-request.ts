import { actionDefinition, type ResourceDefinition } from '@orch/api';
import type { AdmissionAttributes } from '@orch/registry';
import { isNamespaceKind } from './selector-match.js';

/** The `request` of a review, without objects and uid, which conditions do not see. @param sent version of the objects that are sent. */
export function requestOf(
  attributes: AdmissionAttributes,
  sent: ResourceDefinition,
): Readonly<Record<string, unknown>> {
  const { definition, subresource, operation, user, dryRun, name, namespace } = attributes;
  const inNamespace = isNamespaceKind(definition) ? name : namespace;
  const sub = subresource === '' ? {} : { subResource: subresource };
  const requestSub = subresource === '' ? {} : { requestSubResource: subresource };
  return {
    kind: kindIn(sent, subresource),
    resource: resourceIn(sent),
    ...sub,
    requestKind: kindIn(definition, subresource),
    requestResource: resourceIn(definition),
    ...requestSub,
    ...(name === '' ? {} : { name }),
    ...(inNamespace === '' ? {} : { namespace: inNamespace }),
    operation,
    userInfo: {
      username: user.username,
      ...(user.uid === undefined ? {} : { uid: user.uid }),
      groups: user.groups,
      ...(user.extra && Object.keys(user.extra).length > 0 ? { extra: user.extra } : {}),
    },
    dryRun,
    options: attributes.options?.() ?? null,
  };
}

/** Sub-resources such as `scale` have a kind of their own, and so have the options of connections. */
function kindIn(definition: ResourceDefinition, subresource: string): Readonly<Record<string, string>> {
  const view = definition.subresources.get(subresource)?.view;
  const { connections = {} } = definition.declaration;
  const action = view ? undefined : actionDefinition(definition, subresource);
  if (action) return { ...action.gvk };
  if (!view && Object.hasOwn(connections, subresource))
    return { ...definition.gvk, kind: connections[subresource]!.kind };
  if (!view) return { ...definition.gvk };
  return { group: definition.vocabulary.groups[view.group], version: view.version, kind: view.kind };
}

const resourceIn = ({ gvr: { group, version, resource } }: ResourceDefinition): Readonly<Record<string, string>> => ({
  group,
  version,
  resource,
});
