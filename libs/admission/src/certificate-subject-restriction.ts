import { ADMINISTRATORS } from '@orch/http';
import { PkiError, readCertificateRequest } from '@orch/pki';
import type { AdmissionAttributes } from '@orch/registry';
import type { Vocabulary } from '@orch/vocabulary';
import { forbidden } from './forbidden.js';
import type { AdmissionPlugin } from './admission-plugin.js';
import { isCertificateRequest, signerNameOf } from './certificate-request.js';

/** Refuses client certificates for the group of administrators. */
export const certificateSubjectRestriction = (vocabulary: Vocabulary): AdmissionPlugin => ({
  name: 'CertificateSubjectRestriction',
  handles: (a) =>
    a.operation === 'CREATE' &&
    a.subresource === '' &&
    isCertificateRequest(a, vocabulary) &&
    signerNameOf(a.object) === vocabulary.signers.apiServerClient,
  validate: (a) => {
    if (!organizationsOf(a).includes(ADMINISTRATORS)) return;
    throw forbidden(
      a,
      `use of ${vocabulary.signers.apiServerClient} signer with ${ADMINISTRATORS} group is not allowed`,
    );
  },
});

/** @throws ApiError Forbidden when the request cannot be parsed. */
function organizationsOf(a: AdmissionAttributes): readonly string[] {
  const request = (a.object?.['spec'] as { readonly request?: unknown } | undefined)?.request;
  try {
    return readCertificateRequest(Buffer.from(String(request), 'base64').toString('latin1')).subject.organizations;
  } catch (error) {
    if (error instanceof PkiError) throw forbidden(a, error.message);
    throw error;
  }
}
