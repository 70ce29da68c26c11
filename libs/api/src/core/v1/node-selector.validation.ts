import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';
import { checkQualifiedName, checkSetName } from '../../validation/names.js';
import type { NodeSelector, NodeSelectorRequirement, NodeSelectorTerm } from './node-selector.js';

const LISTED = ['In', 'NotIn'];
const BARE = ['Exists', 'DoesNotExist'];
const COMPARED = ['Gt', 'Lt'];

/** At least one term; each requirement with the number of values its operator takes. */
export function validateNodeSelector(path: FieldPath, selector: NodeSelector): FieldError[] {
  const terms = path.child('nodeSelectorTerms');
  if ((selector.nodeSelectorTerms ?? []).length === 0) {
    return [fieldError.required(terms, 'must have at least one node selector term')];
  }
  return selector.nodeSelectorTerms.flatMap((term, index) => validateNodeSelectorTerm(terms.index(index), term));
}

/** A term without requirements is well formed: it matches no node. */
export const validateNodeSelectorTerm = (path: FieldPath, term: Partial<NodeSelectorTerm> = {}): FieldError[] => [
  ...(term.matchExpressions ?? []).flatMap((requirement, index) => {
    const at = path.child('matchExpressions').index(index);
    return [...validateValues(at, requirement), ...checkQualifiedName(at.child('key'), requirement.key ?? '')];
  }),
  ...(term.matchFields ?? []).flatMap((requirement, index) =>
    validateField(path.child('matchFields').index(index), requirement),
  ),
];

function validateValues(path: FieldPath, { operator, values = [] }: NodeSelectorRequirement): FieldError[] {
  const at = path.child('values');
  if (LISTED.includes(operator)) {
    return values.length > 0 ? [] : [fieldError.required(at, "must be specified when `operator` is 'In' or 'NotIn'")];
  }
  if (BARE.includes(operator)) {
    return values.length === 0
      ? []
      : [fieldError.forbidden(at, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'")];
  }
  if (COMPARED.includes(operator)) {
    return values.length === 1
      ? []
      : [fieldError.required(at, "must be specified single value when `operator` is 'Lt' or 'Gt'")];
  }
  return [fieldError.invalid(path.child('operator'), operator ?? '', 'not a valid selector operator')];
}

/** Only the name of a node is selectable by field, with one value per expression: a name. */
function validateField(path: FieldPath, { key, operator, values = [] }: NodeSelectorRequirement): FieldError[] {
  return [
    ...(LISTED.includes(operator)
      ? []
      : [fieldError.invalid(path.child('operator'), operator ?? '', 'not a valid selector operator')]),
    ...(values.length === 1
      ? []
      : [
          fieldError.required(
            path.child('values'),
            'must be only one value when `operator` is "In" or "NotIn" for node field selector',
          ),
        ]),
    ...(key === 'metadata.name'
      ? []
      : [fieldError.invalid(path.child('key'), key ?? '', 'not a valid field selector key')]),
    ...(key === 'metadata.name'
      ? values.flatMap((name, index) => checkSetName(path.child('values').index(index), name, 'dns-subdomain'))
      : []),
  ];
}
