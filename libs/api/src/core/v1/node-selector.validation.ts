import { fieldError, validateLabelValue, type FieldError, type FieldPath } from '@orch/apimachinery';
import { checkQualifiedName, checkSetName } from '../../validation/names.js';
import type { NodeSelector, NodeSelectorRequirement, NodeSelectorTerm } from './node-selector.js';

const LISTED = ['In', 'NotIn'];
const BARE = ['Exists', 'DoesNotExist'];
const COMPARED = ['Gt', 'Lt'];

/** At least one term; each requirement with the number of values its operator takes. */
export function validateNodeSelector(path: FieldPath, selector: NodeSelector): FieldError[] {
  const terms = path.child('nodeSelectorTerms');
  if (!selector.nodeSelectorTerms?.length) {
    return [fieldError.required(terms, 'must have at least one node selector term')];
  }
  return selector.nodeSelectorTerms.flatMap((term, index) => {
    const at = terms.index(index);
    return [...validateNodeSelectorTerm(at, term), ...validateLabelValues(at.child('matchExpressions'), term)];
  });
}

/** Values of a constraint are those of labels. Those of a mere preference may be anything. */
const validateLabelValues = (path: FieldPath, term: NodeSelectorTerm): FieldError[] =>
  (term.matchExpressions ?? []).flatMap(({ values = [] }, index) =>
    values.flatMap((value, position) =>
      validateLabelValue(value).map((fault) =>
        fieldError.invalid(path.index(index).child('values').index(position), value, fault),
      ),
    ),
  );

/** A term without requirements is well formed: it matches no node. */
export const validateNodeSelectorTerm = (path: FieldPath, term: Partial<NodeSelectorTerm> = {}): FieldError[] => [
  ...(term.matchExpressions ?? []).flatMap((requirement, index) => {
    const at = path.child('matchExpressions').index(index);
    return [...validateCount(at, requirement), ...checkQualifiedName(at.child('key'), requirement.key ?? '')];
  }),
  ...(term.matchFields ?? []).flatMap((requirement, index) =>
    validateField(path.child('matchFields').index(index), requirement),
  ),
];

function validateCount(path: FieldPath, { operator, values = [] }: NodeSelectorRequirement): FieldError[] {
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
    ...(values.length === 1 || !LISTED.includes(operator)
      ? []
      : [
          fieldError.required(
            path.child('values'),
            "must be only one value when `operator` is 'In' or 'NotIn' for node field selector",
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
