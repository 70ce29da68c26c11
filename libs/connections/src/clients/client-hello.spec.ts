import { ClientHello, mayOfferHttp2, MAX_HELLO_BYTES } from './client-hello.js';

const message = (length: number): Buffer => {
  const header = Buffer.from([1, 0, 0, 0]);
  header.writeUIntBE(length, 1, 3);
  return Buffer.concat([header, Buffer.alloc(length, 7)]);
};
/** A message in records of `size` bytes. */
const records = (of: Buffer, size: number): Buffer =>
  Buffer.concat(
    Array.from({ length: Math.ceil(of.length / size) }, (_, at) => {
      const part = of.subarray(at * size, (at + 1) * size);
      const header = Buffer.from([22, 3, 1, 0, 0]);
      header.writeUInt16BE(part.length, 3);
      return Buffer.concat([header, part]);
    }),
  );
/** The states after each piece of `size` bytes. */
const states = (bytes: Buffer, size: number): string[] => {
  const hello = new ClientHello();
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    hello.read(bytes.subarray(at * size, (at + 1) * size)),
  );
};

describe('ClientHello', () => {
  it.each([
    ['one record, at once', 16_384, 100_000],
    ['one record, byte by byte', 16_384, 1],
    ['records of one byte, at once', 1, 100_000],
    ['records of one byte, byte by byte', 1, 1],
    ['records of seven bytes, in pieces of three', 7, 3],
  ])('is complete with its last byte: %s', (_what, recordBytes, piece) => {
    const seen = states(records(message(500), recordBytes), piece);
    expect(seen.slice(0, -1).every((state) => state === 'incomplete')).toBe(true);
    expect(seen.at(-1)).toBe('complete');
  });

  it('is complete with bytes after it', () => {
    const hello = new ClientHello();
    expect(hello.read(Buffer.concat([records(message(300), 16_384), Buffer.from([20, 3, 3, 0, 1, 1])]))).toBe(
      'complete',
    );
    expect(hello.bytes).toBe(309);
  });

  it('ends within a record that has another message', () => {
    const hello = new ClientHello();
    const [first, rest] = [records(message(300), 200), records(Buffer.concat([message(300), message(90)]), 200)];
    expect([hello.read(rest.subarray(0, 205)), hello.read(rest.subarray(205))]).toEqual(['incomplete', 'complete']);
    expect(hello.bytes).toBe(first.length);
  });

  it.each([
    ['a request without TLS', Buffer.from('GET / HTTP/1.1\r\n')],
    ['an alert', Buffer.from([21, 3, 3, 0, 2])],
    ['another message', records(Buffer.from([2, 0, 0, 9]), 4)],
    ['an empty record', Buffer.from([22, 3, 1, 0, 0])],
  ])('leaves %s to OpenSSL', (_what, bytes) => {
    const hello = new ClientHello();
    expect([hello.read(bytes), hello.bytes]).toEqual(['complete', 0]);
  });

  it('refuses one that is too long, before it arrives', () => {
    expect(new ClientHello().read(records(message(MAX_HELLO_BYTES), 16_384).subarray(0, 9))).toBe('incomplete');
    expect(new ClientHello().read(records(message(MAX_HELLO_BYTES + 1), 16_384).subarray(0, 9))).toBe('refused');
  });

  it('refuses one in records of a byte, whose headers are most of it', () => {
    const seen = states(records(message(MAX_HELLO_BYTES), 1), 1_000);
    expect(seen.at(0)).toBe('incomplete');
    expect(seen.at(-1)).toBe('complete');
    expect(seen.indexOf('refused')).toBe(32);
  });
});

describe('mayOfferHttp2', () => {
  const hello = (text: string): Buffer => Buffer.concat([message(300), Buffer.from(text)]);

  it.each([
    ['the name of HTTP/2', records(hello('\x02h2\x08http/1.1'), 16_384), true],
    ['other protocols only', records(hello('\x08http/1.1'), 16_384), false],
    ['more than one record, which may divide the name', records(hello('\x02h2'), 302), true],
  ])('is decided by %s', (_what, bytes, isOffered) => expect(mayOfferHttp2(bytes)).toBe(isOffered));
});
