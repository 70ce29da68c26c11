import {
  fieldError,
  FieldPath,
  ipFamilyOf,
  validateLabels,
  validateLabelValue,
  type FieldError,
} from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import { checkIp, checkPlainIp } from '../../../validation/ip-values.js';
import { checkName, checkQualifiedName, checkSetName, requireName } from '../../../validation/names.js';
import { isApiServerEndpoints } from '../../../validation/api-server-endpoints.js';
import { PROTOCOLS } from '../../../validation/ports.js';
import { validateOneOf } from '../../../validation/values.js';
import type { Endpoint } from './endpoint.js';
import type { EndpointPort, EndpointSlice } from './endpoint-slice.types.js';

const ROOT = FieldPath.root;
/** D-240. */
const MAX_ENDPOINTS = 1_000;
const MAX_PORTS = 100;
const MAX_ADDRESSES = 100;
const MAX_TOPOLOGY_LABELS = 16;
const MAX_HINTS = 8;

type AddressCheck = (path: FieldPath, address: string) => FieldError[];

/** D-240. */
export function validateEndpointSlice(slice: EndpointSlice, vocabulary: Vocabulary): FieldError[] {
  const { addressType, endpoints = [], ports = [] } = slice;
  const own = isApiServerEndpoints(slice.metadata, vocabulary);
  const checkAddress: AddressCheck =
    addressType === 'FQDN' ? checkDomain : (path, address) => checkFamily(path, address, addressType, own);
  return [
    ...(addressType
      ? validateOneOf(ROOT.child('addressType'), addressType, ['FQDN', 'IPv4', 'IPv6'])
      : [fieldError.required(ROOT.child('addressType'))]),
    ...(endpoints.length > MAX_ENDPOINTS
      ? [fieldError.tooMany(ROOT.child('endpoints'), endpoints.length, MAX_ENDPOINTS)]
      : endpoints.flatMap((endpoint, index) =>
          validateEndpoint(ROOT.child('endpoints').index(index), endpoint, checkAddress, vocabulary),
        )),
    ...(ports.length > MAX_PORTS
      ? [fieldError.tooMany(ROOT.child('ports'), ports.length, MAX_PORTS)]
      : validatePorts(ROOT.child('ports'), ports)),
  ];
}

const checkDomain: AddressCheck = (path, address) => requireName(path, address.replace(/\.$/, ''), 'dns-subdomain');

function checkFamily(path: FieldPath, address: string, type: string, own: boolean): FieldError[] {
  if (ipFamilyOf(address) !== type) return [fieldError.invalid(path, address, `must be a valid ${type} address`)];
  return own ? checkIp(path, address) : checkPlainIp(path, address);
}

function validateEndpoint(
  path: FieldPath,
  endpoint: Endpoint,
  checkAddress: AddressCheck,
  { labels }: Vocabulary,
): FieldError[] {
  const { addresses = [] as string[], hints, deprecatedTopology = {} } = endpoint;
  const at = path.child('addresses');
  const topology = path.child('deprecatedTopology');
  const kinds = Object.keys(deprecatedTopology).length;
  return [
    ...(addresses.length === 0 ? [fieldError.required(at, 'must contain at least 1 address')] : []),
    ...(addresses.length > MAX_ADDRESSES
      ? [fieldError.tooMany(at, addresses.length, MAX_ADDRESSES)]
      : addresses.flatMap((address, index) => checkAddress(at.index(index), address))),
    ...checkSetName(path.child('nodeName'), endpoint.nodeName, 'dns-subdomain'),
    ...checkSetName(path.child('hostname'), endpoint.hostname, 'dns-label'),
    ...(kinds > MAX_TOPOLOGY_LABELS ? [fieldError.tooMany(topology, kinds, MAX_TOPOLOGY_LABELS)] : []),
    ...validateLabels(deprecatedTopology, topology),
    ...(deprecatedTopology[labels.zone] === undefined
      ? []
      : [fieldError.invalid(topology.key(labels.zone), deprecatedTopology[labels.zone], 'reserved for `zone`')]),
    ...validateHints(path.child('hints').child('forZones'), hints?.forZones, checkZone),
    ...validateHints(path.child('hints').child('forNodes'), hints?.forNodes, (p, name) =>
      checkName(p, name, 'dns-subdomain'),
    ),
  ];
}

const checkZone: AddressCheck = (path, name) =>
  validateLabelValue(name).map((fault) => fieldError.invalid(path, name, fault));

function validateHints(
  path: FieldPath,
  hints: readonly { readonly name: string }[] = [],
  checkHint: AddressCheck,
): FieldError[] {
  if (hints.length > MAX_HINTS) return [fieldError.tooMany(path, hints.length, MAX_HINTS)];
  const names = hints.map(({ name }) => name ?? '');
  return names.flatMap((name, index) => {
    const at = path.index(index).child('name');
    return names.indexOf(name) < index ? [fieldError.duplicate(at, name)] : checkHint(at, name);
  });
}

function validatePorts(path: FieldPath, ports: readonly EndpointPort[]): FieldError[] {
  const names = ports.map(({ name = '' }) => name);
  return ports.flatMap((port, index) => {
    const at = path.index(index);
    return [
      ...checkName(at.child('name'), port.name, 'dns-label'),
      ...(names.indexOf(port.name ?? '') < index ? [fieldError.duplicate(at.child('name'), port.name ?? '')] : []),
      ...validateOneOf(at.child('protocol'), port.protocol, PROTOCOLS),
      ...(port.appProtocol === undefined ? [] : checkQualifiedName(at.child('appProtocol'), port.appProtocol)),
    ];
  });
}
