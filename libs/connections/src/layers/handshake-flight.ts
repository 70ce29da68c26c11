import { type CipherGCMTypes, createDecipheriv, createHmac, X509Certificate } from 'node:crypto';
import type { TLSSocket } from 'node:tls';

/** Longest flight of a client after its ClientHello, with its certificates. Unit: bytes, with the headers of records. */
export const MAX_FLIGHT_BYTES = 8 * 1024;
/** Certificates of a client, with its own: OpenSSL takes up to 7 ms for each. */
export const MAX_CERTIFICATES = 5;
/** Of a server: those that it has as a rule may have any keys, of which OpenSSL takes up to 9 ms for each. */
export const MAX_SERVER_CERTIFICATES = 10;
const FEW_CERTIFICATES = 4;
/** Curves and the highest exponents of keys that take a few milliseconds. */
const CURVES: readonly (string | undefined)[] = ['prime256v1', 'secp384r1', 'secp521r1'];
const MAX_EXPONENT = 0xffff_ffffn;
/** The object identifier of DSA keys, of which one takes 15 ms: valid chains have none. */
const DSA = Buffer.from('06072a8648ce380401', 'hex');

const RECORD_HEADER_BYTES = 5;
const MESSAGE_HEADER_BYTES = 4;
const TAG_BYTES = 16;
const IV_BYTES = 12;
/** Content types of records. */
const CHANGE_CIPHER_SPEC = 20;
const ALERT = 21;
const HANDSHAKE = 22;
const APPLICATION_DATA = 23;
/** Types of messages. */
const SERVER_HELLO = 2;
const CERTIFICATE = 11;
const CLIENT_KEY_EXCHANGE = 16;
const FINISHED = 20;
/** The extension of a ServerHello of TLS 1.3. */
const SUPPORTED_VERSIONS = 43;

/** The labels of the secrets of the records that are sent before the handshake is complete, in TLS 1.3. */
const SECRETS = { client: 'CLIENT_HANDSHAKE_TRAFFIC_SECRET', server: 'SERVER_HANDSHAKE_TRAFFIC_SECRET' } as const;

type Cipher = CipherGCMTypes | 'chacha20-poly1305';

/** Of TLS 1.3, those that Node has. */
const SUITES: Readonly<Partial<Record<string, { cipher: Cipher; hash: string; keyBytes: number }>>> = {
  TLS_AES_128_GCM_SHA256: { cipher: 'aes-128-gcm', hash: 'sha256', keyBytes: 16 },
  TLS_AES_256_GCM_SHA384: { cipher: 'aes-256-gcm', hash: 'sha384', keyBytes: 32 },
  TLS_CHACHA20_POLY1305_SHA256: { cipher: 'chacha20-poly1305', hash: 'sha256', keyBytes: 32 },
};

/** Keys of the records of the sender in a handshake of TLS 1.3. */
interface Keys {
  readonly cipher: Cipher;
  readonly key: Buffer;
  readonly iv: Buffer;
}

/**
 * Reads the handshake messages of the other side before OpenSSL does, which checks a chain of certificates of any length in one step before Node may refuse it: 47 small ones of 8 KiB take
 * a fifth of a second. What OpenSSL would not accept is refused here, or passed on to it. Data that comes with the last of them is read in a later step: OpenSSL may report a certificate
 * as an error of the connection and go on, and Node throws where a connection that it has destroyed has data.
 */
export class HandshakeFlight {
  /** The record that is not complete. */
  private record: Buffer = Buffer.alloc(0);
  /** Of the message that is not complete. */
  private parts: Buffer[] = [];
  private partBytes = 0;
  /** Bytes of the message, or of its header. */
  private messageBytes = MESSAGE_HEADER_BYTES;
  private keys: Keys | undefined;
  /** Records so far. */
  private decrypted = 0;
  /** Of TLS 1.2: what follows may be the last message, encrypted. */
  private mayChangeCipher = false;
  private isCipherChanged = false;
  /** What follows is data. */
  private isRead = false;
  /** The record has a ServerHello: OpenSSL may derive keys from it. */
  private isHello = false;

  constructor(private readonly sender: 'client' | 'server') {}

  /** OpenSSL has derived a secret of the connection. @param line as in a key log file. */
  derived(line: Buffer, secure: TLSSocket): void {
    const [label, , secret] = line.toString('latin1').trimEnd().split(' ');
    if (label === SECRETS[this.sender]) this.decryptWith(secure.getCipher().name, Buffer.from(secret!, 'hex'));
  }

  /** TLS 1.3 was chosen: what follows is encrypted. @param suite its registered name. @param secret the handshake traffic secret of the sender. */
  decryptWith(suite: string, secret: Buffer): void {
    const known = SUITES[suite];
    if (!known) return; // what follows cannot be decrypted
    const { cipher, hash, keyBytes } = known;
    this.keys = { cipher, key: expand(hash, secret, 'key', keyBytes), iv: expand(hash, secret, 'iv', IV_BYTES) };
  }

  /** @param bytes the next ones, from the hello on. @returns how many of them OpenSSL may read in one step: up to the end of a ServerHello, or of the handshake. 0: none. */
  mayRead(bytes: Buffer): number {
    if (this.isRead) return bytes.length;
    const before = this.record.length;
    this.record = Buffer.concat([this.record, bytes]);
    let at = 0;
    this.isHello = false;
    while (!this.isRead && !this.isHello && this.record.length - at >= RECORD_HEADER_BYTES) {
      const end = at + RECORD_HEADER_BYTES + this.record.readUInt16BE(at + 3);
      if (this.record.length < end) break;
      if (!this.readRecord(this.record.subarray(at, end))) return 0;
      at = end;
    }
    const isEnd = this.isRead || this.isHello;
    this.record = isEnd ? Buffer.alloc(0) : this.record.subarray(at);
    return isEnd ? at - before : bytes.length;
  }

  /** @returns whether OpenSSL may read it. */
  private readRecord(record: Buffer): boolean {
    if (this.isCipherChanged) return (this.isRead = true); // the last message of TLS 1.2, which is encrypted
    this.isCipherChanged = this.mayChangeCipher && record[0] === CHANGE_CIPHER_SPEC;
    const content = this.contentOf(record);
    return content !== undefined && this.readMessages(content);
  }

  /** @returns bytes of messages; undefined: OpenSSL would refuse the record. */
  private contentOf(record: Buffer): Buffer | undefined {
    const type = record[0]!;
    if (type === CHANGE_CIPHER_SPEC || type === ALERT) return Buffer.alloc(0);
    if (!this.keys) return type === HANDSHAKE ? record.subarray(RECORD_HEADER_BYTES) : undefined;
    if (type !== APPLICATION_DATA || record.length < RECORD_HEADER_BYTES + TAG_BYTES) return undefined;
    const content = this.decrypt(this.keys, record);
    if (!content) return undefined;
    let end = content.length - 1;
    while (content[end] === 0) end--; // padding
    if (content[end] === ALERT) return Buffer.alloc(0);
    return content[end] === HANDSHAKE ? content.subarray(0, end) : undefined;
  }

  /** @returns undefined: it cannot be decrypted. OpenSSL skips such records of early data, which no client has a reason to send here. */
  private decrypt({ cipher, key, iv }: Keys, record: Buffer): Buffer | undefined {
    const nonce = Buffer.from(iv);
    const at = IV_BYTES - 4;
    nonce.writeUInt32BE((nonce.readUInt32BE(at) ^ this.decrypted++) >>> 0, at);
    const tagAt = record.length - TAG_BYTES;
    const decipher = createDecipheriv(cipher as CipherGCMTypes, key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(record.subarray(0, RECORD_HEADER_BYTES)).setAuthTag(record.subarray(tagAt));
    const content = decipher.update(record.subarray(RECORD_HEADER_BYTES, tagAt));
    try {
      decipher.final();
      return content;
    } catch {
      return undefined;
    }
  }

  /** @returns whether OpenSSL may read them. */
  private readMessages(content: Buffer): boolean {
    this.parts.push(content);
    this.partBytes += content.length;
    while (!this.isRead && this.partBytes >= this.messageBytes) {
      const bytes = this.parts.length === 1 ? this.parts[0]! : Buffer.concat(this.parts);
      const end = MESSAGE_HEADER_BYTES + bytes.readUIntBE(1, 3);
      const isComplete = bytes.length >= end;
      const type = bytes[0]!;
      const message = bytes.subarray(MESSAGE_HEADER_BYTES, end);
      if (isComplete && type === CERTIFICATE && !this.mayCheck(message)) return false;
      if (isComplete && this.keys) this.isRead = type === FINISHED;
      else if (isComplete && this.sender === 'client') this.mayChangeCipher ||= type === CLIENT_KEY_EXCHANGE;
      else if (isComplete && type === SERVER_HELLO) {
        this.isHello = true;
        this.mayChangeCipher = !isTls13(message);
      }
      this.messageBytes = isComplete ? MESSAGE_HEADER_BYTES : end;
      this.parts = [isComplete ? bytes.subarray(end) : bytes];
      this.partBytes = this.parts[0]!.length;
    }
    return true;
  }

  /** @param message without its header. */
  private mayCheck(message: Buffer): boolean {
    const [beforeBytes, afterBytes] = this.keys ? [1, 2] : [0, 0]; // the length of an empty context, and that of the extensions of each certificate
    let at = beforeBytes + 3;
    if (message.length < at || at + message.readUIntBE(beforeBytes, 3) !== message.length) return false;
    const certificates: Buffer[] = [];
    while (at + 3 <= message.length) {
      const from = at + 3;
      at = from + message.readUIntBE(at, 3);
      certificates.push(message.subarray(from, at));
      if (at + afterBytes > message.length) return false;
      if (afterBytes > 0) at += afterBytes + message.readUInt16BE(at);
    }
    return at === message.length && this.isShort(certificates) && !message.includes(DSA);
  }

  private isShort(certificates: readonly Buffer[]): boolean {
    const { length } = certificates;
    if (this.sender === 'client') return length <= MAX_CERTIFICATES;
    return length <= FEW_CERTIFICATES || (length <= MAX_SERVER_CERTIFICATES && certificates.every(hasCommonKey));
  }
}

function hasCommonKey(certificate: Buffer): boolean {
  try {
    const { asymmetricKeyType: type, asymmetricKeyDetails: details } = new X509Certificate(certificate).publicKey;
    const { namedCurve, publicExponent } = details ?? {};
    if (publicExponent !== undefined) return publicExponent <= MAX_EXPONENT;
    return type === 'ed25519' || CURVES.includes(namedCurve);
  } catch {
    return false;
  }
}

/** @param hello a ServerHello without its header. */
function isTls13(hello: Buffer): boolean {
  const sessionAt = 34; // after the version and the random bytes
  let at = sessionAt + 1 + (hello[sessionAt] ?? 0) + 5; // the session, suite, compression and length of the extensions
  for (; at + 4 <= hello.length; at += 4 + hello.readUInt16BE(at + 2))
    if (hello.readUInt16BE(at) === SUPPORTED_VERSIONS) return true;
  return false;
}

/** HKDF-Expand-Label without a context (RFC 8446, 7.1), of at most the length of a hash. */
function expand(hash: string, secret: Buffer, label: string, bytes: number): Buffer {
  const name = Buffer.from(`tls13 ${label}`);
  const info = Buffer.concat([Buffer.from([0, bytes, name.length]), name, Buffer.from([0, 1])]);
  return createHmac(hash, secret).update(info).digest().subarray(0, bytes);
}
