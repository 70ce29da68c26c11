import { X509Certificate } from 'node:crypto';
import { der, type RawAttribute, requestWithSubject } from '@orch/testing';
import {
  createCertificateAuthority,
  parseCertificateRequest,
  readCertificateRequest,
  readCertificateSubject,
  signCertificateRequest,
  type CertificateAndKey,
} from '../index.js';

type Sets = readonly (readonly RawAttribute[])[];
const NOW = Date.UTC(2026, 0, 1);
const cn = (value: string | Uint8Array, tag?: number): RawAttribute => ({ type: 'CN', value, ...(tag === undefined ? {} : { tag }) }); // prettier-ignore
const o = (value: string | Uint8Array, tag?: number): RawAttribute => ({ ...cn(value, tag), type: 'O' });
const utf16 = (text: string) => Buffer.from(text, 'utf16le').swap16();
const utf32 = (text: string) =>
  Buffer.concat([...text].map((char) => Buffer.from(char.codePointAt(0)!.toString(16).padStart(8, '0'), 'hex')));

/** The subject decoded from a request. */
const read = (sets: Sets) => readCertificateRequest(requestWithSubject(sets).requestPem).subject;

let ca: CertificateAndKey;
beforeAll(async () => {
  ca = await createCertificateAuthority({ commonName: 'ca', notBeforeMs: NOW, validityDays: 10 });
});
/** The subject decoded from the certificate for such a request. */
async function readSigned(sets: Sets) {
  const { requestPem } = requestWithSubject(sets);
  const order = { ca, requestPem, keepSan: false, usages: ['client auth'], notBeforeMs: NOW, notAfterMs: NOW + 60_000 };
  return readCertificateSubject(new X509Certificate(await signCertificateRequest(order)).raw);
}

describe('a subject', () => {
  const good: [string, Sets, string[], string[]][] = [
    ['in the usual order', [[o('g')], [cn('u')]], ['u'], ['g']],
    ['with the common name first', [[cn('u')], [o('a')], [o('b')]], ['u'], ['a', 'b']],
    ['with several attributes in one set', [[cn('u'), o('a')], [o('b')]], ['u'], ['a', 'b']],
    ['without any attribute', [], [], []],
    ['without a common name', [[o('g')]], [], ['g']],
    ['as PrintableString', [[cn('A-Z: (x)', 0x13)]], ['A-Z: (x)'], []],
    ['as IA5String', [[cn('a@b.c', 0x16)]], ['a@b.c'], []],
    ['as TeletexString, which is Latin-1', [[cn(Buffer.from('J\xfcrgen', 'latin1'), 0x14)]], ['Jürgen'], []],
    ['as BMPString', [[cn(utf16('Žofie'), 0x1e)]], ['Žofie'], []],
    ['that begins with a byte order mark, which stays', [[cn('\ufeffu')]], ['\ufeffu'], []],
    ['with look-alikes, which stay what they are', [[cn('ѕystem:masters'), o('system:nodes ')]], ['ѕystem:masters'], ['system:nodes ']],
    ['of other attributes, too', [[{ type: 'email', value: 'a@b.c', tag: 0x16 }], [cn('u')]], ['u'], []],
  ]; // prettier-ignore
  it.each(good)('%s is read alike in request and certificate', async (_name, sets, commonNames, organizations) => {
    expect(read(sets)).toEqual({ commonNames, organizations });
    expect(await readSigned(sets)).toEqual({ commonNames, organizations });
  });

  it('with an empty organization has it, and is never signed', async () => {
    const sets = [[cn('u')], [o('')], [o('g')]];
    expect(read(sets).organizations).toEqual(['', 'g']);
    await expect(readSigned(sets)).rejects.toMatchObject({ code: 'InvalidSubject', message: expect.stringContaining('an empty organization') as unknown }); // prettier-ignore
  });

  const bad: [string, Sets][] = [
    ['as NumericString with letters', [[cn('u')], [o('system:masters', 0x12)]]],
    ['as NumericString of digits', [[cn('17', 0x12)]]],
    ['as VisibleString', [[cn('u', 0x1a)]]],
    ['as GeneralString', [[cn('u', 0x1b)]]],
    ['as GraphicString', [[cn('u', 0x19)]]],
    ['as OCTET STRING', [[cn('u', 0x04)]]],
    ['of another attribute as VisibleString', [[cn('u')], [{ type: 'OU', value: 'x', tag: 0x1a }]]],
    ['with bytes that are not UTF-8', [[cn(Buffer.of(0xc1, 0xb2))]]],
    ['with a surrogate in UTF-8', [[cn(Buffer.of(0xed, 0xa0, 0x80))]]],
    ['as PrintableString with another character', [[cn('a@b', 0x13)]]],
    ['as IA5String with a high byte', [[cn(Buffer.of(0x61, 0xe9), 0x16)]]],
    ['as BMPString of an odd length', [[cn('abc', 0x1e)]]],
    ['as BMPString with a surrogate', [[cn(utf16('😀'), 0x1e)]]],
    ['as UniversalString', [[cn(utf32('u'), 0x1c)]]],
    ['with an empty common name', [[cn('')]]],
    ['with a NUL in it', [[cn('system:node:n1\0.evil')]]],
    ['with a NUL at the end of a BMPString', [[cn(utf16('u\0'), 0x1e)]]],
    ['with a line feed in an organization', [[cn('u')], [o('a\nO=system:masters')]]],
    ['with a C1 control character', [[cn('u\u0085')]]],
  ]; // prettier-ignore
  it.each(bad)('%s is refused in requests and in certificates', async (_name, sets) => {
    const refused = { name: 'PkiError', code: 'InvalidSubject' };
    const { requestPem } = requestWithSubject(sets);
    expect(() => readCertificateRequest(requestPem)).toThrow(expect.objectContaining(refused));
    await expect(parseCertificateRequest(requestPem)).rejects.toMatchObject(refused);
    await expect(readSigned(sets)).rejects.toMatchObject(refused);
    const name = Buffer.from(requestPem.replace(/-----[^-]+-----|\s/g, ''), 'base64');
    expect(() => readCertificateSubject(certificateShaped(subjectIn(name)))).toThrow(expect.objectContaining(refused));
  });

  it.each([
    ['in sets of their own', [[cn('a')], [cn('b')]]],
    ['in one set', [[cn('a'), cn('b')]]],
    ['that are the same', [[cn('a')], [o('g')], [cn('a')]]],
  ] satisfies [string, Sets][])(
    'with several common names %s has them all, and is never signed',
    async (_name, sets) => {
      expect(read(sets).commonNames).toHaveLength(2);
      await expect(readSigned(sets)).rejects.toMatchObject({ code: 'InvalidSubject', message: expect.stringContaining('several common names') as unknown }); // prettier-ignore
    },
  );
});

/** The bytes of the subject in a request. */
function subjectIn(request: Buffer): Buffer {
  const info = request.subarray(request[1]! === 0x82 ? 4 : 2);
  const version = info.subarray(info[1]! === 0x82 ? 4 : info[1]! === 0x81 ? 3 : 2);
  return version.subarray(3, 3 + 2 + version[4]!);
}
/** The start of a certificate, up to its subject. */
const certificateShaped = (subject: Buffer): Buffer =>
  der(0x30, der(0x30, der(0xa0), der(0x02), der(0x30), der(0x30), der(0x30), subject));

describe('extensions of a request', () => {
  const extension = (oid: string) => der(0x30, Buffer.from(oid, 'hex'), der(0x04, Buffer.from('3000', 'hex')));
  const [names, constraints] = [extension('0603551d11'), extension('0603551d13')];
  it('are read once each', () => expect(() => readCertificateRequest(requestWithSubject([[cn('u')]], [Buffer.concat([names, constraints])]).requestPem)).not.toThrow()); // prettier-ignore
  it.each([
    ['one extension twice', [Buffer.concat([names, names])], /extension twice/],
    ['two lists of extensions', [names, constraints], /several lists/],
  ])('are refused with %s', (_name, lists, why) =>
    expect(() => readCertificateRequest(requestWithSubject([[cn('u')]], lists).requestPem)).toThrow(why),
  );
});

it('reads one name in every encoding as the same', () => {
  const encodings: [number, Uint8Array][] = [[0x0c, Buffer.from('n1')], [0x13, Buffer.from('n1')], [0x14, Buffer.from('n1')], [0x16, Buffer.from('n1')], [0x1e, utf16('n1')]]; // prettier-ignore
  for (const [tag, value] of encodings) expect(read([[cn(value, tag)]]).commonNames).toEqual(['n1']);
});
