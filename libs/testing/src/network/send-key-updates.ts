import { createCipheriv, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

const CIPHER = { suite: 'TLS_AES_256_GCM_SHA384', name: 'aes-256-gcm', hash: 'sha384', keyBytes: 32, ivBytes: 12, tagBytes: 16 } as const; // prettier-ignore
const HASH_BYTES = 48;
const APPLICATION_DATA = 23;
/** A KeyUpdate that requests none of the other side, and the type of its record: handshake. */
const KEY_UPDATE = Buffer.from([24, 0, 0, 1, 0, 22]);
const LOGGED_SECRET = /^CLIENT_TRAFFIC_SECRET_0 \w+ (\w+)/;

/**
 * Opens a TLS 1.3 connection to a server of this host and sends key updates, 27 bytes each, which neither Node nor the commands of OpenSSL do in numbers.
 * @param request is sent before them, since servers close connections without a request.
 * @returns the TCP connection.
 */
export async function sendKeyUpdates(port: number, count: number, request = ''): Promise<Socket> {
  const connection = connectTcp(port, '127.0.0.1');
  connection.on('error', () => undefined); // a reset counts as an end
  const secure = connectTls({
    socket: connection,
    rejectUnauthorized: false,
    minVersion: 'TLSv1.3',
    ciphers: CIPHER.suite,
  });
  secure.on('error', () => undefined).resume();
  let secret: Buffer = Buffer.alloc(0);
  secure.on('keylog', (line: Buffer) => {
    const found = LOGGED_SECRET.exec(line.toString());
    if (found) secret = Buffer.from(found[1]!, 'hex');
  });
  await once(secure, 'session'); // the server sends it when the last message of the handshake has arrived
  const records: Buffer[] = [];
  if (request !== '') records.push(record(secret, 0, Buffer.from(request + String.fromCharCode(APPLICATION_DATA))));
  for (let n = 0; n < count; n++) {
    records.push(record(secret, n === 0 ? records.length : 0, KEY_UPDATE));
    secret = derive(secret, 'traffic upd', HASH_BYTES);
  }
  connection.write(Buffer.concat(records));
  return connection;
}

/** A record of data whose last byte is its type (RFC 8446, 5.2). @param number of the record since the last change of the secret. */
function record(secret: Buffer, number: number, plaintext: Buffer): Buffer {
  const nonce = derive(secret, 'iv', CIPHER.ivBytes);
  nonce[CIPHER.ivBytes - 1]! ^= number;
  const cipher = createCipheriv(CIPHER.name, derive(secret, 'key', CIPHER.keyBytes), nonce);
  const header = Buffer.from([APPLICATION_DATA, 3, 3, 0, plaintext.length + CIPHER.tagBytes]);
  cipher.setAAD(header);
  return Buffer.concat([header, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
}

/** HKDF-Expand-Label without a context (RFC 8446, 7.1), of at most the length of a hash. */
function derive(secret: Buffer, label: string, bytes: number): Buffer {
  const name = Buffer.from(`tls13 ${label}`);
  const info = Buffer.concat([Buffer.from([0, bytes, name.length]), name, Buffer.from([0, 1])]);
  return createHmac(CIPHER.hash, secret).update(info).digest().subarray(0, bytes);
}
