export { createCertificateAuthority, type CertificateAndKey } from './certificate-authority.js';
export { parseCertificateRequest, type CertificateRequestInfo } from './certificate-request.js';
export { createPrivateKeyAndRequest, type RequestTemplate } from './create-request.js';
export { issueCertificate, type CertificateTemplate } from './issue-certificate.js';
export { createServiceAccountKeyPair, type KeyType } from './key-pair.js';
export { PkiError, type PkiErrorCode } from './pki-error.js';
export { certificateValidity, type CertificateValidity } from './read-certificate.js';
export { signCertificateRequest, type SigningOrder } from './sign-request.js';
export {
  readTokenKeys,
  signsTokens,
  type SigningTokenKey,
  type TokenAlgorithm,
  type TokenKey,
} from './token-key/token-key.js';
export { isSignedBy, signToken } from './token-key/token-signature.js';
