import { fieldError, FieldPath, parseLegacyIp, type FieldError } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import type { Strategy } from '../../../definition/strategy.js';
import { checkIp, checkPlainIp } from '../../../validation/ip-values.js';
import { checkName, checkQualifiedName, checkSetName } from '../../../validation/names.js';
import { isApiServerEndpoints } from '../../../validation/api-server-endpoints.js';
import { checkPortNumber, PROTOCOLS } from '../../../validation/ports.js';
import { validateOneOf } from '../../../validation/values.js';
import { endpointsWarnings } from './endpoints-warnings.js';
import type { EndpointAddress, EndpointPort, Endpoints, EndpointSubset } from './endpoints.types.js';

const SUBSETS = FieldPath.of('subsets');
type AddressCheck = typeof checkIp;

export const endpointsStrategy = (vocabulary: Vocabulary): Strategy<Endpoints> => ({
  validateCreate: (endpoints) => validateEndpoints(endpoints, vocabulary),
  validateUpdate: (endpoints) => validateEndpoints(endpoints, vocabulary),
  warnings: endpointsWarnings,
});

function validateEndpoints({ metadata, subsets = [] }: Endpoints, vocabulary: Vocabulary): FieldError[] {
  const checkAddress = isApiServerEndpoints(metadata, vocabulary) ? checkIp : checkPlainIp;
  return subsets.flatMap((subset, index) => validateSubset(SUBSETS.index(index), subset, checkAddress));
}

function validateSubset(path: FieldPath, subset: EndpointSubset, checkAddress: AddressCheck): FieldError[] {
  const { addresses = [], notReadyAddresses = [], ports = [] } = subset;
  const validateAddresses = (field: string, list: readonly EndpointAddress[]): FieldError[] =>
    list.flatMap((address, index) => validateAddress(path.child(field).index(index), address, checkAddress));
  return [
    ...(addresses.length + notReadyAddresses.length === 0
      ? [fieldError.required(path, 'must specify `addresses` or `notReadyAddresses`')]
      : []),
    ...validateAddresses('addresses', addresses),
    ...validateAddresses('notReadyAddresses', notReadyAddresses),
    ...ports.flatMap((port, index) => validatePort(path.child('ports').index(index), port, ports.length > 1)),
  ];
}

const validateAddress = (path: FieldPath, address: EndpointAddress, checkAddress: AddressCheck): FieldError[] => [
  ...checkAddress(path.child('ip'), address.ip ?? ''),
  // Kube-apiserver says so twice.
  ...(parseLegacyIp(address.ip ?? '')
    ? []
    : [fieldError.invalid(path.child('ip'), address.ip ?? '', 'must be a valid IP address')]),
  ...checkName(path.child('hostname'), address.hostname, 'dns-label'),
  ...checkSetName(path.child('nodeName'), address.nodeName, 'dns-subdomain'),
];

const validatePort = (path: FieldPath, port: EndpointPort, requireName: boolean): FieldError[] => [
  ...(requireName && !port.name ? [fieldError.required(path.child('name'))] : []),
  ...checkName(path.child('name'), port.name, 'dns-label'),
  ...checkPortNumber(path.child('port'), port.port),
  ...validateOneOf(path.child('protocol'), port.protocol, PROTOCOLS),
  ...(port.appProtocol === undefined ? [] : checkQualifiedName(path.child('appProtocol'), port.appProtocol)),
];
