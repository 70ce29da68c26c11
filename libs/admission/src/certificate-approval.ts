import type { Vocabulary } from '@orch/vocabulary';
import type { Authorizer } from '@orch/http';
import type { AdmissionPlugin } from './admission-plugin.js';
import { isCertificateRequest, requireSignerRight } from './certificate-request.js';

/** Approving or denying a request requires the verb `approve` on the signer (C-220). */
export const certificateApproval = (authorizer: Authorizer, vocabulary: Vocabulary): AdmissionPlugin => ({
  name: 'CertificateApproval',
  handles: (a) => a.operation === 'UPDATE' && a.subresource === 'approval' && isCertificateRequest(a, vocabulary),
  validate: (a) => requireSignerRight('approve', a, authorizer, vocabulary),
});
