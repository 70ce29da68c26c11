import {
  fieldError,
  FieldPath,
  formatCidr,
  goStrings,
  goStruct,
  goValue,
  parseCidr,
  type FieldError,
} from '@orch/apimachinery';
import { AGE_COLUMN, column, NAME_COLUMN } from '../../../definition/columns.js';
import type { KindDeclaration } from '../../../definition/kind-declaration.js';
import { statusAloneSubresource } from '../../../definition/status-subresource.js';
import { checkCidr } from '../../../validation/ip-values.js';
import { ServiceCIDR } from './service-cidr.types.js';

const CIDRS = FieldPath.of('spec', 'cidrs');
const MAX_CIDRS = 2;
const goCidrs = goStruct('networking.ServiceCIDRSpec', { cidrs: goStrings });

function validateServiceCidr({ spec }: ServiceCIDR): FieldError[] {
  const cidrs = spec?.cidrs ?? [];
  if (cidrs.length === 0) return [fieldError.required(CIDRS, 'at least one CIDR required')];
  if (cidrs.length > MAX_CIDRS) {
    return [fieldError.invalid(CIDRS, goValue(goCidrs, spec), `may only hold up to ${MAX_CIDRS} values`)];
  }
  const broken = cidrs.flatMap((text, index) => checkRange(CIDRS.index(index), text));
  if (broken.length > 0) return broken;
  const families = new Set(cidrs.map((text) => parseCidr(text)!.family));
  return families.size === cidrs.length
    ? []
    : [
        fieldError.invalid(
          CIDRS,
          cidrs,
          'may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64',
        ),
      ];
}

function checkRange(path: FieldPath, text: string): FieldError[] {
  const range = parseCidr(text);
  if (!range) return checkCidr(path, text);
  const canonical = formatCidr(range);
  return canonical === text ? [] : [fieldError.invalid(path, text, `CIDR value must be canonical, "${canonical}"`)];
}

/** Ranges stay: kube-apiserver names each that is another. */
function validateCidrsKept({ spec }: ServiceCIDR, old: ServiceCIDR): FieldError[] {
  const cidrs = spec?.cidrs ?? [];
  const before = old.spec?.cidrs ?? [];
  if (cidrs.length < before.length) return [fieldError.invalid(CIDRS, cidrs, 'field is immutable')];
  return cidrs.flatMap((text, index) =>
    text === before[index] ? [] : [fieldError.invalid(CIDRS.index(index), text, 'field is immutable')],
  );
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
  deleteAnswers: 'status',
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
      ...validateCidrsKept(range, old),
      ...validateServiceCidr(range),
    ],
  }),
  subresources: {
    status: () => statusAloneSubresource<ServiceCIDR>({ resets: [] }),
  },
};
