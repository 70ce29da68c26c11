import { fieldReader } from '../../../definition/field-reader.js';
import type { KindDeclaration } from '../../../definition/kind-declaration.js';
import { siblingVersion } from '../../../definition/sibling-version.js';
import { statusAloneSubresource } from '../../../definition/status-subresource.js';
import { structVersion } from '../../../definition/struct-version.js';
import { validateIssuedCertificate } from './issued-certificate.validation.js';
import { PodCertificateRequest } from './pod-certificate-request.types.js';
import {
  validatePodCertificateRequest,
  validatePodCertificateRequestUpdate,
} from './pod-certificate-request.validation.js';

const betaStructs = structVersion('certificates.v1', 'certificates.v1beta1', {
  since: { 37: 35 },
  fields: { 'PodCertificateRequestSpec.stubPKCS10Request': { since: 36 } },
  added: {
    PodCertificateRequestSpec: [
      {
        name: 'pkixPublicKey',
        number: 9,
        type: 'bytes',
        options: {
          since: 35,
          description: 'Public key of the pod in DER. Deprecated: use `stubPKCS10Request`, never both.',
        },
      },
      {
        name: 'proofOfPossession',
        number: 10,
        type: 'bytes',
        options: { since: 35, description: 'Signature of the public key over the UID of the pod. Deprecated with it.' },
      },
    ],
  },
});

/** Disabled by default (D-231). Stored, since only it can say all that both versions say. */
const podCertificateRequestKind: KindDeclaration = {
  type: betaStructs(PodCertificateRequest),
  group: 'certificates',
  version: 'v1beta1',
  kind: 'PodCertificateRequest',
  resource: 'podcertificaterequests',
  singular: 'podcertificaterequest',
  namespaced: true,
  nameRule: 'dns-subdomain',
  deleteAnswers: 'status',
  unconditionalUpdate: false,
  lifecycle: {
    deprecated: 37,
    replacement: { group: 'certificates', version: 'v1', kind: 'PodCertificateRequest' },
  },
  selectableFields: {
    'spec.signerName': fieldReader('spec', 'signerName'),
    'spec.podName': fieldReader('spec', 'podName'),
    'spec.nodeName': fieldReader('spec', 'nodeName'),
  },
  strategy: (vocabulary) => ({
    validateCreate: (request: PodCertificateRequest) => validatePodCertificateRequest(request, vocabulary),
    validateUpdate: validatePodCertificateRequestUpdate,
  }),
  subresources: {
    status: () => statusAloneSubresource<PodCertificateRequest>({ validateUpdate: validateIssuedCertificate }),
  },
};

/** A request had exactly one key. */
const alphaStructs = structVersion('certificates.v1beta1', 'certificates.v1alpha1', {
  since: { 35: 34 },
  last: 34,
  absent: ['PodCertificateRequestSpec.stubPKCS10Request', 'PodCertificateRequestSpec.unverifiedUserAnnotations'],
  fields: {
    'PodCertificateRequestSpec.pkixPublicKey': { required: true },
    'PodCertificateRequestSpec.proofOfPossession': { required: true },
  },
});

export const podCertificateRequestKinds: readonly KindDeclaration[] = [
  siblingVersion(podCertificateRequestKind, { version: 'v1', type: PodCertificateRequest }),
  podCertificateRequestKind,
  siblingVersion(podCertificateRequestKind, {
    version: 'v1alpha1',
    structs: alphaStructs,
    lifecycle: { removed: 35 },
  }),
];
