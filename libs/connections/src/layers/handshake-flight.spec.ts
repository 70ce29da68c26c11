/** @jest-environment node */
import { HandshakeFlight, MAX_CERTIFICATES, MAX_SERVER_CERTIFICATES } from './handshake-flight.js';

const SERVER_HELLO = 2;
const CERTIFICATE = 11;
const CLIENT_KEY_EXCHANGE = 16;
const CHANGE_CIPHER_SPEC = 20;
const HANDSHAKE = 22;
const APPLICATION_DATA = 23;
const SUPPORTED_VERSIONS = 43;

const record = (type: number, content: Buffer): Buffer =>
  Buffer.concat([Buffer.from([type, 3, 3, content.length >> 8, content.length & 0xff]), content]);
const message = (type: number, content: Buffer): Buffer =>
  Buffer.concat([Buffer.from([type, 0, content.length >> 8, content.length & 0xff]), content]);
/** As of TLS 1.2. */
const certificates = (count: number, text = 'certificate'): Buffer => {
  const each = Buffer.concat([Buffer.from([0, 0, text.length]), Buffer.from(text, 'latin1')]);
  const list = Buffer.concat(Array<Buffer>(count).fill(each));
  return message(CERTIFICATE, Buffer.concat([Buffer.from([0, list.length >> 8, list.length & 0xff]), list]));
};
/** @returns the bytes that OpenSSL may read. */
const passed = (bytes: Buffer, step: number): number => {
  const flight = new HandshakeFlight('client');
  let at = 0;
  for (let read = 1; at < bytes.length && read > 0; at += read) read = flight.mayRead(bytes.subarray(at, at + step));
  return at;
};

describe('HandshakeFlight', () => {
  it.each([1, 7, 10_000])('of TLS 1.2 has a few certificates at most, in steps of %d bytes', (step) => {
    const [few, many] = [certificates(MAX_CERTIFICATES), certificates(MAX_CERTIFICATES + 1)];
    for (const [bytes, isPassed] of [
      [record(HANDSHAKE, few), true],
      [record(HANDSHAKE, many), false],
      [Buffer.concat([record(HANDSHAKE, many.subarray(0, 2)), record(HANDSHAKE, many.subarray(2))]), false],
      [record(HANDSHAKE, Buffer.concat([message(1, Buffer.alloc(300)), many])), false],
    ] as const)
      expect(passed(bytes, step) === bytes.length).toBe(isPassed);
  });

  it('has no keys of DSA, and no certificates beyond the end of their message', () => {
    const dsa = certificates(1, '\x06\x07\x2a\x86\x48\xce\x38\x04\x01');
    const list = certificates(2);
    list[6]! += 1;
    const last = certificates(2);
    last[23]! += 1;
    for (const bytes of [dsa, list, last]) expect(passed(record(HANDSHAKE, bytes), 10_000)).toBe(0);
  });

  it('of TLS 1.2 ends before data whose client does not wait', () => {
    const handshake = Buffer.concat([
      record(HANDSHAKE, certificates(1)),
      record(HANDSHAKE, message(CLIENT_KEY_EXCHANGE, Buffer.alloc(66))),
      record(CHANGE_CIPHER_SPEC, Buffer.from([1])),
      record(HANDSHAKE, Buffer.alloc(40, 1)), // encrypted
    ]);
    const data = record(APPLICATION_DATA, Buffer.alloc(100));
    const flight = new HandshakeFlight('client');
    expect(flight.mayRead(handshake.subarray(0, 100))).toBe(100);
    expect(flight.mayRead(Buffer.concat([handshake.subarray(100), data]))).toBe(handshake.length - 100);
    expect(flight.mayRead(data)).toBe(data.length);
  });

  it('has no encrypted record before keys are known, or that cannot be decrypted', () => {
    const flight = new HandshakeFlight('client');
    expect(flight.mayRead(record(APPLICATION_DATA, Buffer.alloc(100)))).toBe(0);
    flight.decryptWith('TLS_AES_128_CCM_SHA256', Buffer.alloc(32));
    expect(flight.mayRead(record(APPLICATION_DATA, Buffer.alloc(100)))).toBe(0);
    const known = new HandshakeFlight('client');
    known.decryptWith('TLS_AES_128_GCM_SHA256', Buffer.alloc(32));
    expect(known.mayRead(record(APPLICATION_DATA, Buffer.alloc(100)))).toBe(0);
  });

  it('of a server ends before what follows a ServerHello, and with TLS 1.2 before data', () => {
    const hello = (extension: number): Buffer =>
      message(
        SERVER_HELLO,
        Buffer.concat([Buffer.alloc(34), Buffer.from([0, 0, 0, 0, 0, 6, 0, extension, 0, 2, 3, 4])]),
      );
    const changed = record(CHANGE_CIPHER_SPEC, Buffer.from([1]));
    const finished = record(HANDSHAKE, message(20, Buffer.alloc(36))); // as if encrypted
    const many = record(HANDSHAKE, certificates(MAX_SERVER_CERTIFICATES + 1));
    const ofTls12 = new HandshakeFlight('server');
    const first = record(HANDSHAKE, hello(0));
    const rest = Buffer.concat([changed, finished]);
    expect(ofTls12.mayRead(Buffer.concat([first, rest]))).toBe(first.length);
    expect(ofTls12.mayRead(Buffer.concat([rest, many]))).toBe(rest.length);
    // A HelloRetryRequest: no keys yet.
    const ofTls13 = new HandshakeFlight('server');
    expect(ofTls13.mayRead(record(HANDSHAKE, hello(SUPPORTED_VERSIONS)))).toBe(first.length);
    expect(ofTls13.mayRead(changed)).toBe(changed.length);
    expect(ofTls13.mayRead(finished)).toBe(finished.length);
    expect(ofTls13.mayRead(many)).toBe(0);
  });

  it('of a server has more than a few certificates with common keys only', () => {
    const chain = (count: number): number =>
      new HandshakeFlight('server').mayRead(record(HANDSHAKE, certificates(count, 'not a certificate')));
    expect([chain(4) > 0, chain(5)]).toEqual([true, 0]);
  });
});
