export { adminConfigPath } from './admin-config-path.js';
export { advertisedAddress } from './advertised-address.js';
export { CIPHER_SUITE_NAMES, cipherBounds } from './cipher-suites.js';
export { DataDirKeysError } from './data-dir-keys-error.js';
export {
  ensureAuthority,
  ensureServiceAccountKeys,
  isAuthorityOf,
  type PairGenerator,
  pkiDirectory,
  pregenerateServiceAccountKeys,
} from './data-dir-keys.js';
export { ExternalHostnameError, parseExternalHostname } from './external-hostname.js';
export { ensureFrontProxy, FRONT_PROXY_NAME, readFrontProxy, type FrontProxy } from './front-proxy.js';
export { followMaterial } from './follow-material.js';
export { issue, stillFits, type WantedCertificate } from './issued-certificate.js';
export { keyPairPlaces, vocabularyRecordKey, type KeyPairPlace } from './key-pairs.js';
export { PRIVATE_MODE, PUBLIC_MODE, rewriteWhole, writeWhole } from './private-file.js';
export { servingHosts } from './serving-certificate.js';
export { SniChoice, SniFilesError, parseSniFiles } from './sni-certificates.js';
export { TlsMaterialError } from './tls-material-error.js';
export { followedFiles, readTlsMaterial, type TlsMaterial } from './tls-material.js';
export { TrustedAuthorities, type AuthorityBundles, type AuthorityUse } from './trusted-authorities.js';
export type { TlsOptions } from './tls-options.js';
