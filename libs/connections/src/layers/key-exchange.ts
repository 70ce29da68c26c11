import { DEFAULT_CIPHERS } from 'node:tls';

/** Groups of OpenSSL for key exchanges, without finite fields: one of 8,192 bits takes 150 ms of CPU time in one step. Options of TLS for all connections. */
export const KEY_EXCHANGE = { ecdhCurve: 'X25519:P-256:X448:P-521:P-384' } as const;

/** Of a client. In TLS 1.2 a server would choose the finite field: one of 9,984 bits takes 780 ms. */
export const CLIENT_KEY_EXCHANGE = { ...KEY_EXCHANGE, ciphers: `${DEFAULT_CIPHERS}:!DHE` } as const;
