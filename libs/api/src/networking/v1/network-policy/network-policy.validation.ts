import {
  fieldError,
  FieldPath,
  goSlice,
  goString,
  goValue,
  parseLegacyCidr,
  validateLabelSelector,
  type Cidr,
  type FieldError,
} from '@orch/apimachinery';
import { checkCidr } from '../../../validation/ip-values.js';
import { checkPortNumber, checkPortReference } from '../../../validation/ports.js';
import { validateOneOf } from '../../../validation/values.js';
import type { IPBlock, NetworkPolicy, NetworkPolicyPeer, NetworkPolicyPort } from './network-policy.types.js';

const SPEC = FieldPath.of('spec');
/** In the order in which the error lists them. */
const POLICY_PROTOCOLS = ['TCP', 'UDP', 'SCTP'];
const TYPES = ['Ingress', 'Egress'];

export function validateNetworkPolicy({ spec = {} }: NetworkPolicy): FieldError[] {
  const types = SPEC.child('policyTypes');
  const { ingress = [], egress = [], policyTypes = [] } = spec;
  return [
    ...validateLabelSelector(spec.podSelector, SPEC.child('podSelector')),
    ...ingress.flatMap(({ ports, from }, index) =>
      validateRule(SPEC.child('ingress').index(index), ports, 'from', from),
    ),
    ...egress.flatMap(({ ports, to }, index) => validateRule(SPEC.child('egress').index(index), ports, 'to', to)),
    ...(policyTypes.length > TYPES.length
      ? [fieldError.invalid(types, goValue(goPolicyTypes, policyTypes), 'may not specify more than two policyTypes')]
      : policyTypes.flatMap((type, index) => validateOneOf(types.index(index), type, TYPES))),
  ];
}

const goPolicyTypes = goSlice('[]networking.PolicyType', goString);

const validateRule = (
  path: FieldPath,
  ports: readonly NetworkPolicyPort[] = [],
  direction: 'from' | 'to',
  peers: readonly NetworkPolicyPeer[] = [],
): FieldError[] => [
  ...ports.flatMap((port, index) => validatePort(path.child('ports').index(index), port)),
  ...peers.flatMap((peer, index) => validatePeer(path.child(direction).index(index), peer)),
];

function validatePort(path: FieldPath, { protocol, port, endPort }: NetworkPolicyPort): FieldError[] {
  return [
    ...validateOneOf(path.child('protocol'), protocol, POLICY_PROTOCOLS),
    ...(port === undefined ? [] : checkPortReference(path.child('port'), port)),
    ...(endPort === undefined ? [] : validateEndPort(path.child('endPort'), endPort, port)),
  ];
}

function validateEndPort(path: FieldPath, endPort: number, port: number | string | undefined): FieldError[] {
  if (port === undefined)
    return [fieldError.invalid(path, endPort, 'may not be specified when `port` is not specified')];
  if (typeof port === 'string')
    return [fieldError.invalid(path, endPort, 'may not be specified when `port` is non-numeric')];
  const range = checkPortNumber(path, endPort);
  return endPort < port ? [...range, fieldError.invalid(path, port, 'must be greater than or equal to `port`')] : range;
}

function validatePeer(path: FieldPath, { podSelector, namespaceSelector, ipBlock }: NetworkPolicyPeer): FieldError[] {
  const selects = podSelector !== undefined || namespaceSelector !== undefined;
  return [
    ...validateLabelSelector(podSelector, path.child('podSelector')),
    ...validateLabelSelector(namespaceSelector, path.child('namespaceSelector')),
    ...(ipBlock ? validateBlock(path.child('ipBlock'), ipBlock) : []),
    ...(selects || ipBlock ? [] : [fieldError.required(path, 'must specify a peer')]),
    ...(selects && ipBlock ? [fieldError.forbidden(path, 'may not specify both ipBlock and another peer')] : []),
  ];
}

function validateBlock(path: FieldPath, { cidr = '', except = [] }: IPBlock): FieldError[] {
  const block = parseLegacyCidr(cidr)?.range;
  if (cidr === '') return [fieldError.required(path.child('cidr'))];
  if (!block) return checkCidr(path.child('cidr'), cidr);
  return except.flatMap((text, index) => {
    const at = path.child('except').index(index);
    const part = parseLegacyCidr(text)?.range;
    if (!part) return checkCidr(at, text);
    return isInside(part, block) ? [] : [fieldError.invalid(at, text, 'must be a strict subset of `cidr`')];
  });
}

const isInside = (part: Cidr, whole: Cidr): boolean =>
  part.family === whole.family &&
  part.prefixLength > whole.prefixLength &&
  part.first >= whole.first &&
  part.first < whole.first + whole.size;
