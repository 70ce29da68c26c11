import { constants } from 'node:crypto';
import { DEFAULT_CIPHERS } from 'node:tls';

/** Groups of OpenSSL for key exchanges, without finite fields: one of 8,192 bits takes 150 ms of CPU time in one step. */
const KEY_EXCHANGE = { ecdhCurve: 'X25519:P-256:X448:P-521:P-384' } as const;

/** Options of TLS for servers whose connections are guarded: there is one handshake in a connection, and none of them resumes a session. `HandshakeFlight` reads no others. */
export const SERVER_TLS = {
  ...KEY_EXCHANGE,
  secureOptions: constants.SSL_OP_NO_TICKET | constants.SSL_OP_NO_RENEGOTIATION,
} as const;

/**
 * Options of TLS for connections to servers that may be hostile: a second handshake in a connection would not be bounded. In TLS 1.2 such a server would choose the
 * finite field: one of 9,984 bits takes 780 ms.
 */
export const CLIENT_TLS = {
  ...KEY_EXCHANGE,
  ciphers: `${DEFAULT_CIPHERS}:!DHE`,
  secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
} as const;
