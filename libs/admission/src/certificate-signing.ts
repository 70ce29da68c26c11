import type { AdmissionAttributes } from '@orch/registry';
import type { ApiObject } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import type { Authorizer } from '@orch/http';
import type { AdmissionPlugin } from './admission-plugin.js';
import { isCertificateRequest, isPodCertificateRequest, requireSignerRight } from './certificate-request.js';

/**
 * Setting the certificate of a request requires the verb `sign` on the signer (C-220). Other status changes do not, but for requests of pods,
 * which have no approval: their status is the answer of the signer.
 */
export const certificateSigning = (authorizer: Authorizer, vocabulary: Vocabulary): AdmissionPlugin => ({
  name: 'CertificateSigning',
  handles: (a) =>
    a.operation === 'UPDATE' &&
    a.subresource === 'status' &&
    (isPodCertificateRequest(a, vocabulary) || (isCertificateRequest(a, vocabulary) && changesCertificate(a))),
  validate: (a) => requireSignerRight('sign', a, authorizer, vocabulary),
});

const changesCertificate = (a: AdmissionAttributes): boolean => certificateOf(a.object) !== certificateOf(a.oldObject);

function certificateOf(object: ApiObject | undefined): unknown {
  return (object?.['status'] as { readonly certificate?: unknown } | undefined)?.certificate ?? '';
}
