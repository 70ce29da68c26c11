import { identityFault, type CertificateRequestInfo } from '@orch/pki';
import type { Vocabulary } from '@orch/vocabulary';
import { isNodeSubject, NODE_USER_PREFIX, NODES_GROUP } from '../shared/node-identity.js';
import { wrongNodeUsages } from '../shared/node-usages.js';

/** Rules of a built-in signer. */
export interface SignerRule {
  /** Whether the DNS, IP, email and URI names of the request are copied into the certificate. */
  readonly keepSan: boolean;
  /** Why the request is refused, as a clause for a message; undefined when it is accepted. */
  readonly refuse: (request: CertificateRequestInfo, usages: readonly string[]) => string | undefined;
}

const CLIENT_USAGES = ['digital signature', 'key encipherment', 'client auth'];
/** Group with all permissions: no signer issues a certificate with it. */
const ADMINISTRATORS_GROUP = 'system:masters';
/** Minimum length of RSA keys: shorter ones can be factored. Unit: bits. */
const MIN_RSA_BITS = 2048;
const SUBJECT_ALTERNATIVE_NAME = '2.5.29.17';

type Check = SignerRule['refuse'];

/** The first refusal of several checks. */
const firstOf =
  (...checks: readonly Check[]): Check =>
  (request, usages) => {
    for (const check of checks) {
      const refusal = check(request, usages);
      if (refusal !== undefined) return refusal;
    }
    return undefined;
  };

const wellFormed: Check = (request) => {
  if (!request.signatureValid) return 'the signature of the request does not verify';
  const fault = identityFault(request);
  if (fault !== undefined) return fault;
  if (request.publicKeyType === 'other') return 'the key must be RSA, ECDSA or Ed25519';
  if (request.publicKeyType === 'RSA' && (request.rsaBits ?? 0) < MIN_RSA_BITS)
    return `an RSA key needs at least ${MIN_RSA_BITS} bits`;
  return request.isCa ? 'the request asks for an authority' : undefined;
};

const clientUsages: Check = (_request, usages) => {
  if (!usages.includes('client auth')) return 'usages must include "client auth"';
  const foreign = usages.find((usage) => !CLIENT_USAGES.includes(usage));
  return foreign === undefined ? undefined : `usage "${foreign}" is not allowed: only ${CLIENT_USAGES.join(', ')}`;
};

const notAdministrators: Check = (request) =>
  request.organizations.includes(ADMINISTRATORS_GROUP)
    ? `the organization "${ADMINISTRATORS_GROUP}" is not allowed`
    : undefined;

const nodeUsages =
  (purpose: 'client auth' | 'server auth', vocabulary: Vocabulary): Check =>
  (_request, usages) =>
    wrongNodeUsages(usages, purpose, vocabulary);

const nodeSubject: Check = (request) =>
  isNodeSubject(request)
    ? undefined
    : `the organization must be exactly "${NODES_GROUP}" and the common name "${NODE_USER_PREFIX}" and the name of a node`;

const noNames: Check = (request) =>
  request.extensionOids.includes(SUBJECT_ALTERNATIVE_NAME) ? 'subject alternative names are not allowed' : undefined;

const hostNames: Check = (request) => {
  if (request.emails.length > 0) return 'email alternative names are not allowed';
  if (request.uris.length > 0) return 'URI alternative names are not allowed';
  if (request.otherNameCount > 0) return 'only DNS and IP alternative names are allowed';
  const hosts = request.dnsNames.length + request.ipAddresses.length;
  return hosts > 0 ? undefined : 'at least one DNS or IP alternative name is needed';
};

/** The built-in signers by name. Any other name belongs to an external signer. */
export const signerRules = (vocabulary: Vocabulary): ReadonlyMap<string, SignerRule> =>
  new Map([
    [
      vocabulary.signers.apiServerClient,
      { keepSan: true, refuse: firstOf(wellFormed, notAdministrators, clientUsages) },
    ],
    [
      vocabulary.signers.apiServerClientNode,
      { keepSan: false, refuse: firstOf(wellFormed, nodeSubject, noNames, nodeUsages('client auth', vocabulary)) },
    ],
    [
      vocabulary.signers.nodeServing,
      { keepSan: true, refuse: firstOf(wellFormed, nodeSubject, hostNames, nodeUsages('server auth', vocabulary)) },
    ],
    // Requests of the older version that named no signer. What is signed is what was approved.
    [vocabulary.signers.legacyUnknown, { keepSan: true, refuse: wellFormed }],
  ]);
