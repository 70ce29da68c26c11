import type { ResourceDefinition } from '@orch/api';
import { ApiError, type LabelSelector } from '@orch/apimachinery';
import type { AdmissionAttributes, LabelReader } from '@orch/registry';

/** Of an update, either state will do (B-209). Objects without labels match the empty selector only (B-210). */
export function matchesObject(selector: LabelSelector, { object, oldObject }: AdmissionAttributes): boolean {
  return selector.isEmpty || hasLabels(selector, object) || hasLabels(selector, oldObject);
}

const hasLabels = (selector: LabelSelector, object: AdmissionAttributes['object']): boolean =>
  object?.metadata !== undefined && selector.matches(object.metadata.labels);

/**
 * Cluster-scoped objects match, but for namespaces, which have the labels themselves (B-211 to B-213).
 * @throws ApiError NotFound when the namespace does not exist.
 */
export function matchesNamespace(
  selector: LabelSelector,
  attributes: AdmissionAttributes,
  reader: LabelReader,
): boolean {
  const { definition, operation, subresource, object, name } = attributes;
  const isNamespace = isNamespaceKind(definition);
  if (selector.isEmpty || (attributes.namespace === '' && !isNamespace)) return true;
  if (isNamespace && subresource === '' && operation !== 'DELETE')
    return selector.matches(object?.metadata.labels ?? {});
  const namespace = isNamespace ? name : attributes.namespace;
  const labels = reader.labelsOf({ group: '', resource: 'namespaces' }, '', namespace);
  if (!labels) throw ApiError.notFound({ group: '', resource: 'namespaces', name: namespace });
  return selector.matches(labels);
}

export const isNamespaceKind = ({ gvr }: ResourceDefinition): boolean =>
  gvr.group === '' && gvr.resource === 'namespaces';
