export { checkAuthority, createCertificateAuthority, type CertificateAndKey } from './certificate-authority.js';
export { pemBlocks, type PemBlock } from './encoding/pem.js';
export { issueCertificate, type CertificateTemplate } from './issue-certificate.js';
export {
  createServiceAccountKeyPair,
  type ServiceAccountKeyPair,
  traditionalKeyPem,
  type KeyType,
} from './key-pair.js';
export { PkiError, type PkiErrorCode } from './pki-error.js';
export {
  certificateValidity,
  isVersion1,
  readCertificate,
  type CertificateFacts,
  type CertificateValidity,
} from './read-certificate.js';
export { parseCertificateRequest, type CertificateRequestInfo } from './request/certificate-request.js';
export { createPrivateKeyAndRequest, type RequestTemplate } from './request/create-request.js';
export { publicKeyOf, verifiedRequestKey } from './request/request-key.js';
export { readCertificateRequest, type CertificateRequest } from './request/read-request.js';
export { serverKeyOf } from './server-key.js';
export { signCertificateRequest, type SigningOrder } from './request/sign-request.js';
export {
  identityFault,
  readCertificateSubject,
  SEVERAL_COMMON_NAMES,
  type CertificateSubject,
} from './subject/certificate-subject.js';
export {
  readTokenKeys,
  signsTokens,
  type SigningTokenKey,
  type TokenAlgorithm,
  type TokenKey,
} from './token-key/token-key.js';
export { isSignedBy, signToken } from './token-key/token-signature.js';
