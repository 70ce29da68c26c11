import type { ApiObject } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import { siblingVersion } from '../../../definition/sibling-version.js';
import { structVersion } from '../../../definition/struct-version.js';
import { certificateSigningRequestKind } from '../../v1/certificate-signing-request/certificate-signing-request.kind.js';
import { certificateSigningRequestStrategy } from '../../v1/certificate-signing-request/certificate-signing-request.strategy.js';
import type { CertificateSigningRequest } from '../../v1/certificate-signing-request/certificate-signing-request.types.js';
import { defaultSigner } from './default-signer.js';

const DEFAULT_USAGES: readonly string[] = ['digital signature', 'key encipherment'];

function defaults(object: ApiObject, vocabulary: Vocabulary): ApiObject {
  const request = object as CertificateSigningRequest;
  if (!request.spec) return object;
  const { usages = [...DEFAULT_USAGES] } = request.spec;
  const { signerName = defaultSigner(request.spec.request ?? '', usages, vocabulary) } = request.spec;
  return { ...request, spec: { ...request.spec, usages, signerName } } as ApiObject;
}

/** The older version, removed in 1.22: signer and usages have defaults, and are not restricted (B-475, B-478..B-481, D-249). */
export const certificateSigningRequestV1Beta1Kind = siblingVersion(certificateSigningRequestKind, {
  version: 'v1beta1',
  structs: structVersion('certificates.v1', 'certificates.v1beta1', {
    fields: {
      'CertificateSigningRequestSpec.signerName': { required: false, pointer: true },
      'CertificateSigningRequestCondition.status': { required: false, default: 'True' },
    },
  }),
  defaults,
  strategy: certificateSigningRequestStrategy('any'),
  lifecycle: {
    deprecated: 19,
    removed: 22,
    replacement: { group: 'certificates', version: 'v1', kind: 'CertificateSigningRequest' },
  },
});
