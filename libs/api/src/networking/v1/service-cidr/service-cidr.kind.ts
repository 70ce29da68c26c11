import {
  fieldError,
  FieldPath,
  goStrings,
  goStruct,
  goValue,
  parseCidr,
  parseLegacyCidr,
  type FieldError,
  type LegacyCidr,
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

/** The one form of a range: written as it is printed, without bits of an address. */
function checkRange(path: FieldPath, text: string): FieldError[] {
  const meant = parseLegacyCidr(text);
  if (!meant) return checkCidr(path, text);
  const fault = parseCidr(text) ? formFault(text, meant) : otherFormFault(text);
  return fault === undefined ? [] : [fieldError.invalid(path, text, fault)];
}

const formFault = (text: string, { ambiguous, network }: LegacyCidr): string | undefined => {
  if (ambiguous) return 'must not have bits set beyond the prefix length';
  return text === network ? undefined : `must be in canonical form ("${network}")`;
};

const otherFormFault = (text: string): string =>
  text.includes(':') ? 'must not have an IPv4-mapped IPv6 address' : 'must not have leading 0s in IP or prefix length';

/** Ranges stay; a range of the other family may be added to a single one. */
function validateCidrsUpdate(range: ServiceCIDR, old: ServiceCIDR): FieldError[] {
  const cidrs = range.spec?.cidrs ?? [];
  const before = old.spec?.cidrs ?? [];
  const isSecondAdded = before.length === 1 && cidrs.length === 2;
  if (cidrs.length !== before.length && !isSecondAdded)
    return [fieldError.invalid(CIDRS, goValue(goStrings, range.spec?.cidrs), 'field is immutable')];
  const changed = before.flatMap((text, index) =>
    text === cidrs[index] ? [] : [fieldError.invalid(CIDRS.index(index), cidrs[index], 'field is immutable')],
  );
  return isSecondAdded ? [...changed, ...validateServiceCidr(range)] : changed;
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
    validateUpdate: validateCidrsUpdate,
  }),
  subresources: {
    status: () => statusAloneSubresource<ServiceCIDR>({ resets: [] }),
  },
};
