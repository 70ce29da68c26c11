import fc from 'fast-check';
import { readCertificateRequest } from '../request/read-request.js';
import { countElements, derElements } from './der.js';
import { PkiError } from '../pki-error.js';
import { pemBlocks } from './pem.js';

describe('DER', () => {
  const bytes = fc.uint8Array({ maxLength: 64 }).map((array) => Buffer.from(array));

  it('round-trips short and long elements', () =>
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 5 }), (contents) => {
        const written = Buffer.concat(
          contents.map((content) => {
            const length =
              content.length < 0x80 ? [content.length] : [0x82, content.length >> 8, content.length & 0xff];
            return Buffer.concat([Buffer.of(0x04, ...length), content]);
          }),
        );
        expect(derElements(written)?.map(({ content }) => [...content])).toEqual(
          contents.map((content) => [...content]),
        );
      }),
    ));

  it('rejects arbitrary bytes as a certificate request', () =>
    fc.assert(
      fc.property(bytes, (der) =>
        expect(() =>
          readCertificateRequest(
            `-----BEGIN CERTIFICATE REQUEST-----\n${der.toString('base64')}\n-----END CERTIFICATE REQUEST-----\n`,
          ),
        ).toThrow(PkiError),
      ),
    ));

  it('counts the elements of all levels, up to a maximum', () => {
    const of = (tag: number, ...contents: Buffer[]): Buffer => {
      const content = Buffer.concat(contents);
      return Buffer.concat([Buffer.of(tag, content.length), content]);
    };
    const name = of(0x82, Buffer.from('a'));
    const names = of(0x30, of(0x04, of(0x30, name, name, name)), of(0x04, Buffer.from('no DER')));
    expect(countElements(names, 100)).toBe(7);
    expect(countElements(names, 5)).toBe(5);
    expect(countElements(Buffer.of(0x30, 0x05, 0x00), 100)).toBe(0);
  });

  it('rejects truncated bytes', () => expect(derElements(Buffer.of(0x30, 0x05, 0x00))).toBeUndefined());
});

describe('PEM', () => {
  it('never throws, for arbitrary text', () =>
    fc.assert(
      fc.property(fc.string(), (text) =>
        expect(Array.isArray(pemBlocks(`-----BEGIN A-----\n${text}\n-----END A-----\n`))).toBe(true),
      ),
    ));

  it('skips text around blocks', () =>
    expect(
      pemBlocks('x\n-----BEGIN A-----\nAAA=\n-----END A-----\ny\n').map((b) => [b.label, b.der.length, b.hasHeaders]),
    ).toEqual([['A', 2, false]]));
});
