import { ApiError } from '@orch/apimachinery';
import { parseCertificateRequest, PkiError } from '@orch/pki';
import type { AdmissionAttributes } from '@orch/registry';
import type { Vocabulary } from '@orch/vocabulary';
import type { AdmissionPlugin } from './admission-plugin.js';
import { isCertificateRequest, signerNameOf } from './certificate-request.js';

const ADMINISTRATORS = 'system:masters';

/** Nobody becomes administrator by asking for a client certificate. */
export const certificateSubjectRestriction = (vocabulary: Vocabulary): AdmissionPlugin => ({
  name: 'CertificateSubjectRestriction',
  handles: (a) =>
    a.operation === 'CREATE' &&
    a.subresource === '' &&
    isCertificateRequest(a, vocabulary) &&
    signerNameOf(a.object) === vocabulary.signers.apiServerClient,
  validate: async (a) => {
    const organizations = await organizationsOf(a);
    if (!organizations.includes(ADMINISTRATORS)) return;
    const { group, resource } = a.definition.gvr;
    throw ApiError.forbidden(
      { group, resource, name: a.name },
      `use of ${vocabulary.signers.apiServerClient} signer with ${ADMINISTRATORS} group is not allowed`,
    );
  },
});

async function organizationsOf(a: AdmissionAttributes): Promise<readonly string[]> {
  const request = (a.object?.['spec'] as { readonly request?: unknown } | undefined)?.request;
  if (typeof request !== 'string') return [];
  try {
    return (await parseCertificateRequest(Buffer.from(request, 'base64').toString())).organizations;
  } catch (error) {
    if (error instanceof PkiError) return []; // what cannot be read is the kind's validation to refuse
    throw error;
  }
}
