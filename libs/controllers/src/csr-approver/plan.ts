import type { CertificateRequestInfo } from '@orch/pki';
import type { Vocabulary } from '@orch/vocabulary';
import { csrPhase, type CertificateSigningRequest } from '../shared/certificate-signing-request.js';
import { isNodeSubject } from '../shared/node-identity.js';
import { wrongNodeUsages } from '../shared/node-usages.js';

const SUBJECT_ALTERNATIVE_NAME = '2.5.29.17';

/**
 * `ask`: it is approved if its creator may `create` that sub-resource of requests (D-100). `leave`: no decision, an administrator may
 * still approve or deny it.
 */
export type ApprovalDecision =
  | { readonly action: 'ask'; readonly subresource: 'nodeclient' | 'selfnodeclient'; readonly message: string }
  | { readonly action: 'leave'; readonly why: string };

/** Candidates for approval: pending requests for the only signer with automatic approval. */
export const mayBeApproved = (csr: CertificateSigningRequest, vocabulary: Vocabulary): boolean =>
  csr.spec.signerName === vocabulary.signers.apiServerClientNode && csrPhase(csr) === 'Pending';

/** Evaluates a request for the client certificate of a node: whether it is valid, and which permission approves it. Source. */
export function decideApproval(
  csr: CertificateSigningRequest,
  request: CertificateRequestInfo,
  vocabulary: Vocabulary,
): ApprovalDecision {
  const invalid = whyInvalid(csr, request, vocabulary);
  if (invalid !== undefined) return { action: 'leave', why: invalid };
  const own = csr.spec.username === request.commonNames[0]; // the only one: `isNodeSubject`
  return {
    action: 'ask',
    subresource: own ? 'selfnodeclient' : 'nodeclient',
    message: `Auto approving ${own ? 'the node itself, its own client certificate' : 'a client certificate of a node'}, by SubjectAccessReview`,
  };
}

function whyInvalid(
  csr: CertificateSigningRequest,
  request: CertificateRequestInfo,
  vocabulary: Vocabulary,
): string | undefined {
  if (!isNodeSubject(request)) return 'the subject is not that of a node';
  const usages = wrongNodeUsages(csr.spec.usages ?? [], 'client auth', vocabulary);
  if (usages !== undefined) return usages;
  if (request.extensionOids.includes(SUBJECT_ALTERNATIVE_NAME)) return 'subject alternative names are not allowed';
  if (request.isCa) return 'an authority is not allowed';
  return request.signatureValid ? undefined : 'the signature of the request does not verify';
}
