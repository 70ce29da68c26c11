import { AGE_COLUMN, column, NAME_COLUMN } from '../../../definition/columns.js';
import type { KindDeclaration } from '../../../definition/kind-declaration.js';
import type { PrinterColumn } from '../../../definition/printer-column.js';
import { statusAloneSubresource } from '../../../definition/status-subresource.js';
import { mutatingPolicyBindingStrategy, mutatingPolicyStrategy } from './mutating-policy.strategy.js';
import { MutatingAdmissionPolicy, MutatingAdmissionPolicyBinding } from './mutating-policy.types.js';
import {
  validatingPolicyBindingStrategy,
  validatePolicyStatus,
  validatingPolicyStrategy,
} from './validating-policy.strategy.js';
import { ValidatingAdmissionPolicy, ValidatingAdmissionPolicyBinding } from './validating-policy.types.js';

const PARAM_KIND = column<ValidatingAdmissionPolicy>(
  {
    name: 'ParamKind',
    type: 'string',
    description: 'ParamKind specifies the kind of resources used to parameterize this policy',
  },
  ({ spec }) => (spec?.paramKind ? `${spec.paramKind.apiVersion ?? ''}/${spec.paramKind.kind ?? ''}` : '<unset>'),
);

const BINDING_COLUMNS: readonly PrinterColumn[] = [
  NAME_COLUMN,
  column<ValidatingAdmissionPolicyBinding>(
    {
      name: 'PolicyName',
      type: 'string',
      description: 'PolicyName indicates the policy definition which the policy binding binded to',
    },
    ({ spec }) => spec?.policyName ?? '',
  ),
  column<ValidatingAdmissionPolicyBinding>(
    {
      name: 'ParamRef',
      type: 'string',
      description: 'ParamRef indicates the param resource which sets the configration param',
    },
    ({ spec }) => paramText(spec?.paramRef),
  ),
  AGE_COLUMN,
];

function paramText(ref: NonNullable<ValidatingAdmissionPolicyBinding['spec']>['paramRef']): string {
  if (!ref) return '<unset>';
  // Without a namespace it may be any.
  if (ref.name) return `${ref.namespace || '*'}/${ref.name}`;
  const labels = Object.entries(ref.selector?.matchLabels ?? {}).map(([key, value]) => `${key}=${value}`);
  return labels.join(',') || '<selector>';
}

const SHARED = {
  group: 'admissionregistration',
  version: 'v1',
  categories: ['api-extensions'],
  namespaced: false,
  nameRule: 'dns-subdomain',
  plainFinalizers: true,
  generation: true,
  deleteAnswers: 'status',
  unconditionalUpdate: false,
} as const;

export const validatingAdmissionPolicyKind: KindDeclaration = {
  ...SHARED,
  type: ValidatingAdmissionPolicy,
  kind: 'ValidatingAdmissionPolicy',
  resource: 'validatingadmissionpolicies',
  singular: 'validatingadmissionpolicy',
  columns: [
    NAME_COLUMN,
    column<ValidatingAdmissionPolicy>(
      {
        name: 'Validations',
        type: 'integer',
        description: 'Validations indicates the number of validation rules defined in this configuration',
      },
      ({ spec }) => spec?.validations?.length ?? 0,
    ),
    PARAM_KIND,
    AGE_COLUMN,
  ],
  strategy: validatingPolicyStrategy,
  subresources: {
    status: () => statusAloneSubresource<ValidatingAdmissionPolicy>({ validateUpdate: validatePolicyStatus }),
  },
};

export const validatingAdmissionPolicyBindingKind: KindDeclaration = {
  ...SHARED,
  type: ValidatingAdmissionPolicyBinding,
  kind: 'ValidatingAdmissionPolicyBinding',
  resource: 'validatingadmissionpolicybindings',
  singular: 'validatingadmissionpolicybinding',
  columns: BINDING_COLUMNS,
  strategy: validatingPolicyBindingStrategy,
};

export const mutatingAdmissionPolicyKind: KindDeclaration = {
  ...SHARED,
  type: MutatingAdmissionPolicy,
  kind: 'MutatingAdmissionPolicy',
  resource: 'mutatingadmissionpolicies',
  singular: 'mutatingadmissionpolicy',
  columns: [
    NAME_COLUMN,
    column<MutatingAdmissionPolicy>(
      {
        name: 'Mutations',
        type: 'integer',
        description: 'Mutation indicates the number of mutations rules defined in this configuration',
      },
      ({ spec }) => spec?.mutations?.length ?? 0,
    ),
    PARAM_KIND,
    AGE_COLUMN,
  ],
  strategy: mutatingPolicyStrategy,
};

export const mutatingAdmissionPolicyBindingKind: KindDeclaration = {
  ...SHARED,
  type: MutatingAdmissionPolicyBinding,
  kind: 'MutatingAdmissionPolicyBinding',
  resource: 'mutatingadmissionpolicybindings',
  singular: 'mutatingadmissionpolicybinding',
  columns: BINDING_COLUMNS,
  strategy: mutatingPolicyBindingStrategy,
};
