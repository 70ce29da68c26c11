/** Suites of TLS 1.3: OpenSSL uses their registered names. */
const TLS13: readonly string[] = ['TLS_AES_128_GCM_SHA256', 'TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256'];

/** Names in OpenSSL of the suites of TLS 1.2, by their registered names. */
const TLS12: Readonly<Record<string, string>> = {
  TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256: 'ECDHE-ECDSA-AES128-GCM-SHA256',
  TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384: 'ECDHE-ECDSA-AES256-GCM-SHA384',
  TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256: 'ECDHE-ECDSA-CHACHA20-POLY1305',
  TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305: 'ECDHE-ECDSA-CHACHA20-POLY1305',
  TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA: 'ECDHE-ECDSA-AES128-SHA',
  TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256: 'ECDHE-ECDSA-AES128-SHA256',
  TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA: 'ECDHE-ECDSA-AES256-SHA',
  TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256: 'ECDHE-RSA-AES128-GCM-SHA256',
  TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384: 'ECDHE-RSA-AES256-GCM-SHA384',
  TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256: 'ECDHE-RSA-CHACHA20-POLY1305',
  TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305: 'ECDHE-RSA-CHACHA20-POLY1305',
  TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA: 'ECDHE-RSA-AES128-SHA',
  TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256: 'ECDHE-RSA-AES128-SHA256',
  TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA: 'ECDHE-RSA-AES256-SHA',
  TLS_RSA_WITH_AES_128_GCM_SHA256: 'AES128-GCM-SHA256',
  TLS_RSA_WITH_AES_256_GCM_SHA384: 'AES256-GCM-SHA384',
  TLS_RSA_WITH_AES_128_CBC_SHA: 'AES128-SHA',
  TLS_RSA_WITH_AES_128_CBC_SHA256: 'AES128-SHA256',
  TLS_RSA_WITH_AES_256_CBC_SHA: 'AES256-SHA',
};

/** Valid names of `--tls-cipher-suites` (D-013). */
export const CIPHER_SUITE_NAMES: readonly string[] = [...TLS13, ...Object.keys(TLS12)];

/** Cipher suites and versions of handshakes, for OpenSSL. */
export interface CipherBounds {
  /** Undefined leaves the choice to Node. */
  readonly ciphers?: string;
  /** Only suites of TLS 1.3 are configured, so older versions are disabled. */
  readonly onlyTls13: boolean;
}

/** Without a suite of TLS 1.3 all of them stay enabled, as client tools expect: the flag restricts older versions. */
export function cipherBounds(names: readonly string[]): CipherBounds {
  if (names.length === 0) return { onlyTls13: false };
  const tls13 = TLS13.filter((name) => names.includes(name));
  const tls12 = names.map((name) => TLS12[name]).filter((name) => name !== undefined);
  const suites = [...(tls13.length === 0 ? TLS13 : tls13), ...tls12];
  return { ciphers: suites.join(':'), onlyTls13: tls12.length === 0 };
}
