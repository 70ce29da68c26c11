import {
  fieldError,
  FieldPath,
  parseLegacyIp,
  validateLabels,
  validateLabelValue,
  repeatedItems,
  type FieldError,
} from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import { checkCanonicalIp, checkIp, checkPlainIp } from '../../../validation/ip-values.js';
import { checkName, checkQualifiedName, checkSetName, requireName } from '../../../validation/names.js';
import { isApiServerEndpoints } from '../../../validation/api-server-endpoints.js';
import { sameContent } from '../../../validation/json-equality.js';
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

/** Of the address at a place in a list. */
type AddressCheck = (list: FieldPath, index: number, address: string) => FieldError[];
type HintCheck = (path: FieldPath, name: string) => FieldError[];

/** D-240. Endpoints that an update leaves as they are may break rules that came after them. @param old the current slice of an update. */
export function validateEndpointSlice(slice: EndpointSlice, vocabulary: Vocabulary, old?: EndpointSlice): FieldError[] {
  const { addressType } = slice;
  const ports = slice.ports ?? [];
  return [
    ...(addressType
      ? validateOneOf(ROOT.child('addressType'), addressType, ['FQDN', 'IPv4', 'IPv6'])
      : [fieldError.required(ROOT.child('addressType'))]),
    ...(ports.length > MAX_PORTS
      ? [fieldError.tooMany(ROOT.child('ports'), ports.length, MAX_PORTS)]
      : validatePorts(ROOT.child('ports'), ports)),
    ...(old && sameContent(slice.endpoints, old.endpoints) ? [] : validateEndpoints(slice, vocabulary)),
  ];
}

function validateEndpoints({ metadata, addressType, ...slice }: EndpointSlice, vocabulary: Vocabulary): FieldError[] {
  const endpoints = slice.endpoints ?? [];
  const path = ROOT.child('endpoints');
  if (endpoints.length > MAX_ENDPOINTS) return [fieldError.tooMany(path, endpoints.length, MAX_ENDPOINTS)];
  const checkAddress = addressCheck(addressType, isApiServerEndpoints(metadata, vocabulary));
  return endpoints.flatMap((endpoint, index) =>
    validateEndpoint(path.index(index), endpoint, checkAddress, vocabulary),
  );
}

/** The rule of addresses of a type; none for a type that is refused itself. @param own whether of the API server, which may listen on loopback. */
function addressCheck(type: string, own: boolean): AddressCheck {
  if (type === 'FQDN') return checkDomain;
  if (type !== 'IPv4' && type !== 'IPv6') return () => [];
  return (list, index, address) => {
    const path = list.index(index);
    const family = parseLegacyIp(address)?.family;
    const otherForm = type === 'IPv6' ? checkCanonicalIp(path, address) : [];
    if (otherForm.length > 0) return otherForm;
    const errors = own ? checkIp(path, address) : checkPlainIp(path, address);
    if (family === undefined || family === type) return errors;
    // Kube-apiserver does not name the item.
    return [fieldError.invalid(list, address, `must be an ${type} address`), ...errors];
  };
}

const checkDomain: AddressCheck = (list, index, address) => {
  const path = list.index(index);
  const name = address.endsWith('.') ? address.slice(0, -1) : address;
  const errors = requireName(path, name, 'dns-subdomain');
  if (errors.length > 0 || name.includes('.')) return errors;
  return [fieldError.invalid(path, name, 'should be a domain with at least two segments separated by dots')];
};

function validateEndpoint(
  path: FieldPath,
  endpoint: Endpoint,
  checkAddress: AddressCheck,
  { labels }: Vocabulary,
): FieldError[] {
  const { hints, deprecatedTopology = {} } = endpoint;
  const addresses = endpoint.addresses ?? [];
  const at = path.child('addresses');
  const topology = path.child('deprecatedTopology');
  const kinds = Object.keys(deprecatedTopology).length;
  return [
    ...(addresses.length === 0 ? [fieldError.required(at, 'must contain at least 1 address')] : []),
    ...(addresses.length > MAX_ADDRESSES
      ? [fieldError.tooMany(at, addresses.length, MAX_ADDRESSES)]
      : addresses.flatMap((address, index) => checkAddress(at, index, address))),
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

const checkZone: HintCheck = (path, name) =>
  validateLabelValue(name).map((fault) => fieldError.invalid(path, name, fault));

function validateHints(
  path: FieldPath,
  hints: readonly { readonly name: string }[] = [],
  checkHint: HintCheck,
): FieldError[] {
  if (hints.length > MAX_HINTS) return [fieldError.tooMany(path, hints.length, MAX_HINTS)];
  const names = hints.map(({ name }) => name ?? '');
  const repeated = repeatedItems(names);
  return names.flatMap((name, index) => {
    const at = path.index(index).child('name');
    return repeated.has(index) ? [fieldError.duplicate(at, name)] : checkHint(at, name);
  });
}

function validatePorts(path: FieldPath, ports: readonly EndpointPort[]): FieldError[] {
  const repeated = repeatedItems(ports, ({ name = '' }) => name);
  return ports.flatMap((port, index) => {
    const at = path.index(index);
    return [
      ...checkName(at.child('name'), port.name, 'dns-label'),
      ...(repeated.has(index) ? [fieldError.duplicate(at.child('name'), port.name ?? '')] : []),
      ...validateOneOf(at.child('protocol'), port.protocol, PROTOCOLS),
      ...(port.appProtocol === undefined ? [] : checkQualifiedName(at.child('appProtocol'), port.appProtocol)),
    ];
  });
}
