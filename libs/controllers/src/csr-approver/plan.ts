import type { CertificateRequestInfo } from '@orch/pki';
import type { Vocabulary } from '@orch/vocabulary';
import { csrPhase, sameSet, type CertificateSigningRequest } from '../shared/certificate-signing-request.js';
import { isNodeSubject } from '../shared/node-identity.js';

const NODE_CLIENT_USAGES = ['key encipherment', 'digital signature', 'client auth'];
const SUBJECT_ALTERNATIVE_NAME = '2.5.29.17';
const BOOTSTRAPPERS_GROUP = 'system:bootstrappers';
const MASTERS_GROUP = 'system:masters';

/** `leave` is no refusal: a person may still approve or deny. */
export type ApprovalDecision =
  { readonly action: 'approve'; readonly message: string } | { readonly action: 'leave'; readonly why: string };

/** Only such requests are worth reading: pending, for the one signer that allows approval without a person. */
export const mayBeApproved = (csr: CertificateSigningRequest, vocabulary: Vocabulary): boolean =>
  csr.spec.signerName === vocabulary.signers.apiServerClientNode && csrPhase(csr) === 'Pending';

/** Approves the client certificate of a node, asked for by one who may. Source. */
export function decideApproval(csr: CertificateSigningRequest, request: CertificateRequestInfo): ApprovalDecision {
  const invalid = whyInvalid(csr, request);
  if (invalid !== undefined) return { action: 'leave', why: invalid };
  const requester = requesterOf(csr, request.commonName);
  return requester === undefined
    ? { action: 'leave', why: 'the requester is neither this node nor one who brings nodes in' }
    : { action: 'approve', message: `Auto approving node client certificate requested by ${requester}` };
}

function whyInvalid(csr: CertificateSigningRequest, request: CertificateRequestInfo): string | undefined {
  if (!isNodeSubject(request)) return 'the subject is not that of a node';
  if (!sameSet(csr.spec.usages ?? [], NODE_CLIENT_USAGES))
    return `usages must be exactly ${NODE_CLIENT_USAGES.join(', ')}`;
  if (request.extensionOids.includes(SUBJECT_ALTERNATIVE_NAME)) return 'subject alternative names are not allowed';
  if (request.isCa) return 'an authority is not allowed';
  return request.signatureValid ? undefined : 'the signature of the request does not verify';
}

/** Who asks, in words; undefined for one who may not. */
function requesterOf(csr: CertificateSigningRequest, commonName: string): string | undefined {
  const groups = csr.spec.groups ?? [];
  if (csr.spec.username === commonName) return 'the node itself';
  if (groups.includes(BOOTSTRAPPERS_GROUP)) return 'a bootstrap identity';
  return groups.includes(MASTERS_GROUP) ? 'an administrator' : undefined;
}
