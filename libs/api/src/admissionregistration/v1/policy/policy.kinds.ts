import { AGE_COLUMN, column, NAME_COLUMN } from '../../../definition/columns.js';
import type { KindDeclaration, PrinterColumn } from '../../../definition/kind-declaration.js';
import { statusAloneSubresource } from '../../../definition/status-subresource.js';
import { mutatingPolicyBindingStrategy, mutatingPolicyStrategy } from './mutating-policy.strategy.js';
import { MutatingAdmissionPolicy, MutatingAdmissionPolicyBinding } from './mutating-policy.types.js';
import { validatingPolicyBindingStrategy, validatingPolicyStrategy } from './validating-policy.strategy.js';
import { ValidatingAdmissionPolicy, ValidatingAdmissionPolicyBinding } from './validating-policy.types.js';

const PARAM_KIND = column<ValidatingAdmissionPolicy>(
  { name: 'ParamKind', type: 'string', description: 'Kind of its parameters.' },
  ({ spec }) => (spec?.paramKind ? `${spec.paramKind.apiVersion ?? ''}/${spec.paramKind.kind ?? ''}` : '<unset>'),
);

const BINDING_COLUMNS: readonly PrinterColumn[] = [
  NAME_COLUMN,
  column<ValidatingAdmissionPolicyBinding>(
    { name: 'PolicyName', type: 'string', description: 'Policy it puts into force.' },
    ({ spec }) => spec?.policyName ?? '',
  ),
  column<ValidatingAdmissionPolicyBinding>(
    { name: 'ParamRef', type: 'string', description: 'Parameters it gives.' },
    ({ spec }) => paramText(spec?.paramRef),
  ),
  AGE_COLUMN,
];

function paramText(ref: NonNullable<ValidatingAdmissionPolicyBinding['spec']>['paramRef']): string {
  if (!ref) return '<unset>';
  if (ref.name) return ref.namespace ? `${ref.namespace}/${ref.name}` : ref.name;
  const labels = Object.entries(ref.selector?.matchLabels ?? {}).map(([key, value]) => `${key}=${value}`);
  return labels.join(',') || '<selector>';
}

const SHARED = {
  group: 'admissionregistration',
  version: 'v1',
  categories: ['api-extensions'],
  namespaced: false,
  nameRule: 'dns-subdomain',
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
      { name: 'Validations', type: 'integer', description: 'Number of validations.' },
      ({ spec }) => spec?.validations?.length ?? 0,
    ),
    PARAM_KIND,
    AGE_COLUMN,
  ],
  strategy: validatingPolicyStrategy,
  subresources: { status: () => statusAloneSubresource() },
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
      { name: 'Mutations', type: 'integer', description: 'Number of mutations.' },
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
