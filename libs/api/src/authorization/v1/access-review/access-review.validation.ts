import {
  fieldError,
  FieldPath,
  goString,
  goStruct,
  goValue,
  validateLabelValue,
  type FieldError,
} from '@orch/apimachinery';
import { checkQualifiedName } from '../../../validation/names.js';
import { setMembers } from '../../../validation/set-members.js';
import type {
  LocalSubjectAccessReview,
  SelfSubjectAccessReview,
  SelfSubjectAccessReviewSpec,
  SubjectAccessReview,
} from './access-review.types.js';
import type { FieldSelectorAttributes } from './attributes.js';

const METADATA = FieldPath.of('metadata');
const SPEC = FieldPath.of('spec');

const goNonResource = goStruct('authorization.NonResourceAttributes', { path: goString, verb: goString });

/** A review of any user: one set of attributes, one subject, no name (C-005). */
export const validateSubjectAccessReview = (review: SubjectAccessReview): FieldError[] => [
  ...validateQuestion(review.spec),
  ...validateSubject(review.spec),
  ...validateNameless(review.metadata),
];

/** A review of the requesting user: one set of attributes, no name. */
export const validateSelfSubjectAccessReview = (review: SelfSubjectAccessReview): FieldError[] => [
  ...validateQuestion(review.spec),
  ...validateNameless(review.metadata),
];

/** A review of any user in the namespace of the request only (C-004). */
export function validateLocalSubjectAccessReview({ metadata, spec }: LocalSubjectAccessReview): FieldError[] {
  const { namespace, ...rest } = metadata;
  const asked = spec.resourceAttributes;
  return [
    ...validateQuestion(spec),
    ...validateSubject(spec),
    ...validateNameless(rest),
    ...(asked && (asked.namespace ?? '') !== (namespace ?? '')
      ? [
          fieldError.invalid(
            SPEC.child('resourceAttributes').child('namespace'),
            asked.namespace ?? '',
            'must match metadata.namespace',
          ),
        ]
      : []),
    ...(spec.nonResourceAttributes
      ? [
          fieldError.invalid(
            SPEC.child('nonResourceAttributes'),
            goValue(goNonResource, spec.nonResourceAttributes),
            'disallowed on this kind of request',
          ),
        ]
      : []),
  ];
}

function validateQuestion(spec: SelfSubjectAccessReviewSpec): FieldError[] {
  const { resourceAttributes, nonResourceAttributes } = spec;
  if (resourceAttributes && nonResourceAttributes) {
    return [
      fieldError.invalid(
        SPEC.child('nonResourceAttributes'),
        goValue(goNonResource, nonResourceAttributes),
        'cannot be specified in combination with resourceAttributes',
      ),
    ];
  }
  if (!resourceAttributes && !nonResourceAttributes) {
    return [
      fieldError.invalid(
        SPEC.child('resourceAttributes'),
        null,
        'exactly one of nonResourceAttributes or resourceAttributes must be specified',
      ),
    ];
  }
  const at = SPEC.child('resourceAttributes');
  return [
    ...validateSelector(at.child('fieldSelector'), resourceAttributes?.fieldSelector, requireKey),
    ...validateSelector(at.child('labelSelector'), resourceAttributes?.labelSelector, checkQualifiedName),
  ];
}

const validateSubject = ({ user, groups }: SubjectAccessReview['spec']): FieldError[] =>
  user || (groups ?? []).length > 0
    ? []
    : [fieldError.invalid(SPEC.child('user'), '', 'at least one of user or group must be specified')];

/** Kinds that are never stored have no name. */
const validateNameless = ({ managedFields: _owners, ...metadata }: SubjectAccessReview['metadata']): FieldError[] =>
  setMembers(metadata).length === 0 ? [] : [fieldError.invalid(METADATA, metadata, 'must be empty')];

const requireKey = (path: FieldPath, key: string): FieldError[] =>
  key === '' ? [fieldError.required(path, 'must be specified')] : [];

/** Exactly one form of a selector, and values valid for the operator. Of an operator that it does not know, a newer client may: it is ignored. */
function validateSelector(
  path: FieldPath,
  selector: FieldSelectorAttributes | undefined,
  checkKey: (path: FieldPath, key: string) => FieldError[],
): FieldError[] {
  if (!selector) return [];
  const { rawSelector, requirements = [] } = selector;
  const at = path.child('requirements');
  if (rawSelector && requirements.length > 0) {
    return [
      fieldError.invalid(path.child('rawSelector'), rawSelector, 'may not specified at the same time as requirements'),
    ];
  }
  if (!rawSelector && requirements.length === 0) {
    return [fieldError.required(at, `when ${path.toString()} is specified, requirements or rawSelector is required`)];
  }
  return requirements.flatMap(({ key = '', operator, values = [] }, index) => {
    const here = at.index(index);
    const ofKey = checkKey(here.child('key'), key);
    const ofOperator = validateOperator(here, operator, values);
    if (checkKey !== checkQualifiedName) return [...ofKey, ...ofOperator];
    return [...ofOperator, ...ofKey, ...validateLabelTexts(here.child('values'), values)];
  });
}

const validateLabelTexts = (path: FieldPath, values: readonly string[]): FieldError[] =>
  values.flatMap((value, index) =>
    validateLabelValue(value).map((fault) => fieldError.invalid(path.index(index), value, fault)),
  );

function validateOperator(path: FieldPath, operator: string, values: readonly string[]): FieldError[] {
  switch (operator) {
    case 'In':
    case 'NotIn':
      return values.length > 0
        ? []
        : [fieldError.required(path.child('values'), "must be specified when `operator` is 'In' or 'NotIn'")];
    case 'Exists':
    case 'DoesNotExist':
      return values.length === 0
        ? []
        : [
            fieldError.forbidden(
              path.child('values'),
              "may not be specified when `operator` is 'Exists' or 'DoesNotExist'",
            ),
          ];
    default:
      return [];
  }
}
