import { fieldError, FieldPath, formatCidr, parseCidr, type FieldError } from '@orch/apimachinery';
import { AGE_COLUMN, column, NAME_COLUMN } from '../../../definition/columns.js';
import type { KindDeclaration } from '../../../definition/kind-declaration.js';
import { statusAloneSubresource } from '../../../definition/status-subresource.js';
import { validateConditions } from '../../../validation/conditions.js';
import { validateUnchanged } from '../../../validation/immutable-fields.js';
import { checkCidr } from '../../../validation/ip-values.js';
import { ServiceCIDR } from './service-cidr.types.js';

const CIDRS = FieldPath.of('spec', 'cidrs');
const MAX_CIDRS = 2;

function validateServiceCidr({ spec }: ServiceCIDR): FieldError[] {
  const cidrs = spec?.cidrs ?? [];
  if (cidrs.length === 0) return [fieldError.required(CIDRS, 'at least one CIDR required')];
  if (cidrs.length > MAX_CIDRS) return [fieldError.invalid(CIDRS, cidrs, 'may only hold up to 2 values')];
  const broken = cidrs.flatMap((text, index) => checkRange(CIDRS.index(index), text));
  if (broken.length > 0) return broken;
  const families = new Set(cidrs.map((text) => parseCidr(text)!.family));
  return families.size === cidrs.length
    ? []
    : [
        fieldError.invalid(
          CIDRS,
          cidrs,
          'may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/96',
        ),
      ];
}

function checkRange(path: FieldPath, text: string): FieldError[] {
  const range = parseCidr(text);
  if (!range) return checkCidr(path, text);
  const canonical = formatCidr(range);
  return canonical === text ? [] : [fieldError.invalid(path, text, `CIDR value must be canonical, "${canonical}"`)];
}

export const serviceCidrKind: KindDeclaration = {
  type: ServiceCIDR,
  group: 'networking',
  version: 'v1',
  kind: 'ServiceCIDR',
  resource: 'servicecidrs',
  singular: 'servicecidr',
  namespaced: false,
  nameRule: 'dns-subdomain',
  generation: true,
  deleteAnswers: 'object',
  columns: [
    NAME_COLUMN,
    column<ServiceCIDR>(
      { name: 'CIDRs', type: 'string', description: 'Its ranges.' },
      ({ spec }) => spec?.cidrs?.join(',') ?? '',
    ),
    AGE_COLUMN,
  ],
  strategy: () => ({
    validateCreate: validateServiceCidr,
    validateUpdate: (range: ServiceCIDR, old: ServiceCIDR) => [
      ...validateUnchanged(FieldPath.of('spec'), range.spec, old.spec, ['cidrs']),
      ...validateServiceCidr(range),
    ],
  }),
  subresources: {
    status: () =>
      statusAloneSubresource<ServiceCIDR>({
        validateUpdate: ({ status }) => validateConditions(FieldPath.of('status', 'conditions'), status?.conditions),
      }),
  },
};
