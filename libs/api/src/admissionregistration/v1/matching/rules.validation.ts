import { fieldError, goSlice, goString, goStrings, goValue, type FieldError, type FieldPath } from '@orch/apimachinery';
import { validateOneOf } from '../../../validation/values.js';
import type { RuleWithOperations } from './rules.js';

const OPERATIONS = ['*', 'CONNECT', 'CREATE', 'DELETE', 'UPDATE'];
const SCOPES = ['*', 'Cluster', 'Namespaced'];

/** No list is empty, and `*` must be the only item (B-194, D-141). */
export function validateRule(path: FieldPath, rule: RuleWithOperations): FieldError[] {
  const { operations = [], apiGroups = [], apiVersions = [], resources = [] } = rule;
  const at = path.child('operations');
  const versions = path.child('apiVersions');
  return [
    ...validateList(at, operations, 'operations', goOperations),
    ...operations.flatMap((operation, index) => validateOneOf(at.index(index), operation, OPERATIONS)),
    ...validateList(path.child('apiGroups'), apiGroups, 'API groups'),
    ...validateList(versions, apiVersions, 'API versions'),
    ...apiVersions.flatMap((version, index) => (version === '' ? [fieldError.required(versions.index(index))] : [])),
    ...validateResources(path.child('resources'), resources),
    ...validateOneOf(path.child('scope'), rule.scope, SCOPES),
  ];
}

const goOperations = goSlice('[]admissionregistration.OperationType', goString);

function validateList(path: FieldPath, values: readonly string[], what: string, type = goStrings): FieldError[] {
  if (values.length === 0) return [fieldError.required(path)];
  return values.length > 1 && values.includes('*')
    ? [fieldError.invalid(path, goValue(type, values), `if '*' is present, must not specify other ${what}`)]
    : [];
}

/** `pods`, `pods/log`, `pods/*`, the same with `*` for the resource; none covered by another. */
function validateResources(path: FieldPath, resources: readonly string[]): FieldError[] {
  if (resources.length === 0) return [fieldError.required(path)];
  const errors: FieldError[] = [];
  const allBelow = new Set<string>();
  const everywhere = new Set<string>();
  for (const [index, text] of resources.entries()) {
    const at = path.index(index);
    const refuse = (wildcard: string) =>
      errors.push(fieldError.invalid(at, text, `if '${wildcard}' is present, must not specify ${text}`));
    if (text === '') errors.push(fieldError.required(at));
    const slash = text.indexOf('/');
    if (slash < 0) continue;
    const [resource, subresource] = [text.slice(0, slash), text.slice(slash + 1)];
    if (allBelow.has(resource)) refuse(`${resource}/*`);
    if (everywhere.has(subresource)) refuse(`*/${subresource}`);
    if (subresource === '*') allBelow.add(resource);
    if (resource === '*') everywhere.add(subresource);
  }
  if (resources.length > 1 && resources.includes('*/*')) {
    errors.push(fieldError.invalid(path, resources, "if '*/*' is present, must not specify other resources"));
  }
  // Kube-apiserver looks at the last one only.
  const plain = resources.filter((text) => text !== '' && !text.includes('/'));
  if (plain.includes('*') && plain.at(-1) !== '*') {
    errors.push(
      fieldError.invalid(path, resources, "if '*' is present, must not specify other resources without subresources"),
    );
  }
  return errors;
}
