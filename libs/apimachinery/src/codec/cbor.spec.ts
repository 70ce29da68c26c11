import { decode as libraryDecode, encode as libraryEncode, Tag } from 'cbor2';
import fc from 'fast-check';
import { ApiError } from '../status/api-error.js';
import { decodeCbor, decodeCborSteps, encodeCbor } from './cbor.js';
import { CborWriter, inCborOrder } from './cbor-writer.js';

const bytes = (hex: string): Buffer => Buffer.from(hex.replaceAll(' ', ''), 'hex');
const read = (hex: string): unknown => decodeCbor(bytes(hex)).value;
const written = (value: unknown): string =>
  encodeCbor(value)
    .toString('hex')
    .replace(/^d9d9f7/, '');
const refused = (hex: string): string => {
  try {
    return `read ${JSON.stringify(read(hex))}`;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    expect(error.reason).toBe('BadRequest');
    return error.message;
  }
};

// Facts of kube-apiserver 1.33 with CBORServingAndStorage, and of RFC 8949.
describe('reading CBOR', () => {
  it.each([
    ['a small integer', '0a', 10],
    ['an integer of eight bytes', '1b000000e8d4a51000', 1_000_000_000_000],
    ['the largest integer', '1b7fffffffffffffff', 2 ** 63],
    ['a negative integer', '3903e7', -1_000],
    ['the least integer', '3b7fffffffffffffff', -(2 ** 63)],
    ['a longer head than needed', '1900 0a', 10],
    ['half precision', 'f93e00', 1.5],
    ['the least number of half precision', 'f90001', 5.960464477539063e-8],
    ['single precision', 'fa47c35000', 100_000],
    ['double precision', 'fb3ff199999999999a', 1.1],
    ['false', 'f4', false],
    ['true', 'f5', true],
    ['null', 'f6', null],
    ['a text', '62c3bc', 'ü'],
    ['a byte string, as text', '43414243', 'ABC'],
    ['a byte string that is not UTF-8, as text', '4180', '\ufffd'],
    ['a text of indefinite length', '7f616161626163ff', 'abc'],
    ['a byte string of indefinite length', '5f4161404162ff', 'ab'],
    ['bytes with tag 22, as base64', 'd643000102', 'AAEC'],
    ['bytes with tag 21, as base64url', 'd54400fffefd', 'AP_-_Q'],
    ['bytes with tag 23, as base16', 'd74300fffe', '00fffe'],
    ['tag 22 of an array: the byte strings in it', 'd68241ff626869', ['/w==', 'hi']],
    ['the innermost of two tags', 'd6d741ff', 'ff'],
    ['a tagged time', 'c074323030362d30312d30325431353a30343a30355a', '2006-01-02T15:04:05Z'],
    ['seconds since 1970', 'c11a43b940e5', '2006-01-02T15:04:05Z'],
    ['a fraction of a second', 'c1fb41d452d9ec200000', '2013-03-21T20:04:00.5Z'],
    ['a second before 1970', 'c1f9bc00', '1969-12-31T23:59:59Z'],
    ['the content of another tag', 'd86381 01', [1]],
    ['the tag of a document, anywhere', 'd9d9f7 81 d9d9f7 01', [1]],
    ['an array', '8301820203820405', [1, [2, 3], [4, 5]]],
    [
      'an array of indefinite length',
      '9f9f8080ff9f8080ffff',
      [
        [[], []],
        [[], []],
      ],
    ],
    ['a map with both kinds of keys', 'a2 4161 01 6162 02', { a: 1, b: 2 }],
    ['a map of indefinite length', 'bf6161bf616201ff616302ff', { a: { b: 1 }, c: 2 }],
    ['an empty key', 'a16001', { '': 1 }],
  ])('reads %s', (_name, hex, value) => expect(read(hex)).toEqual(value));

  it('a key __proto__ is an own member', () => {
    const value = read('a1 695f5f70726f746f5f5f a1616101') as object;
    expect(Object.keys(value)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  it.each([
    ['nothing', '', 'EOF'],
    ['a map without its pairs', 'a1', 'unexpected EOF'],
    ['a head without its bytes', '19 01', 'unexpected EOF'],
    ['a text without its end', '6261', 'unexpected EOF'],
    ['a tag without content', 'c1', 'unexpected EOF'],
    ['chunks without an end', '7f6161', 'unexpected EOF'],
    ['an array without an end', '9f01', 'unexpected EOF'],
    ['more than one document', '0000', 'cbor: 1 bytes of extraneous data starting at index 1'],
    ['a break', 'ff', 'cbor: unexpected "break" code'],
    ['a break in place of a value', 'bf6161ff', 'cbor: unexpected "break" code'],
    ['a break in an array with a length', '81ff', 'cbor: unexpected "break" code'],
    ['reserved information', '1c', 'cbor: invalid additional information 28 for type positive integer'],
    ['an indefinite integer', '1f', 'cbor: invalid additional information 31 for type positive integer'],
    ['an indefinite tag', 'df01', 'cbor: invalid additional information 31 for type tag'],
    ['a chunk of another type', '7f4161ff', 'cbor: wrong element type byte string for indefinite-length UTF-8 text string'],
    ['a chunk without length', '5f5fffff', 'cbor: indefinite-length byte string chunk is not definite-length'],
    ['invalid UTF-8', '6180', 'cbor: invalid UTF-8 string'],
    ['repeated keys', 'a2 616b 01 616b 02', 'cbor: found duplicate map key "k" at map element index 1'],
    ['keys repeated as text and bytes', 'a2 416b 01 616b 02', 'cbor: found duplicate map key "k" at map element index 1'],
    ['a key that is a number', 'a1 01 6161', 'cbor: cannot unmarshal positive integer into Go value of type string'],
    ['a key that is an array', 'a1 80 6161', 'cbor: cannot unmarshal array into Go value of type string'],
    ['undefined', 'f7', 'cbor: data item of cbor type primitives is not accepted by protocol: simple value 23 is not recognized'],
    ['simple value 16', 'f0', 'cbor: data item of cbor type primitives is not accepted by protocol: simple value 16 is not recognized'],
    ['simple value 255', 'f8ff', 'cbor: data item of cbor type primitives is not accepted by protocol: simple value 255 is not recognized'],
    ['simple value 24', 'f818', 'cbor: invalid simple value 24 for type primitives'],
    ['NaN', 'f97e00', 'cbor: data item of cbor type primitives is not accepted by protocol: floating-point NaN'],
    ['infinity', 'fbfff0000000000000', 'cbor: data item of cbor type primitives is not accepted by protocol: floating-point infinity'],
    ['a big number', 'c249010000000000000000', 'cbor: data item of cbor type tag is not accepted by protocol: bignum'],
    ['an integer of more than 63 bits', '1bffffffffffffffff', "cbor: cannot unmarshal positive integer into Go value of type int64 (18446744073709551615 overflows Go's int64)"],
    ['a negative one', '3bffffffffffffffff', "cbor: cannot unmarshal negative integer into Go value of type int64 (-18446744073709551616 overflows Go's int64)"],
    ['a time of bytes', 'c0 4161', 'cbor: tag number 0 must be followed by text string, got byte string'],
    ['a text that is not a time', 'c0 6161', 'cbor: cannot set a text that is not an RFC 3339 timestamp for time.Time'],
    ['seconds that are a text', 'c1 6161', 'cbor: tag number 1 must be followed by integer or floating-point number, got UTF-8 text string'],
    ['seconds that are true', 'c1 f5', 'cbor: tag number 1 must be followed by integer or floating-point number, got primitives'],
    ['a year of five digits', 'c11b0000003afff44180', 'cbor: decoded time cannot be represented in RFC3339 format'],
    ['a huge array', '9bffffffffffffffff', 'cbor: array length 18446744073709551615 is too large, it would cause integer overflow'],
    ['a huge string', '5bffffffffffffffff', 'cbor: byte string length 18446744073709551615 is too large, causing integer overflow'],
    ['a long array', '9a0fffffff', 'cbor: exceeded max number of elements 1024 for CBOR array'],
    ['a long map', 'b90401', 'cbor: exceeded max number of key-value pairs 1024 for CBOR map'],
  ])('refuses %s', (_name, hex, message) => expect(refused(hex)).toBe(message)); // prettier-ignore

  it('limits depth, and counts a tag inside of a tag', () => {
    expect(refused(`${'81'.repeat(64)}00`)).toMatch(/^read/);
    expect(refused(`${'81'.repeat(65)}00`)).toBe('cbor: exceeded max nested level 64');
    expect(refused(`${'c6'.repeat(65)}00`)).toMatch(/^read/);
    expect(refused(`${'c6'.repeat(66)}00`)).toBe('cbor: exceeded max nested level 64');
  });

  it('limits the items of containers of indefinite length', () => {
    expect(refused(`9f${'00'.repeat(1_025)}ff`)).toBe('cbor: exceeded max number of elements 1024 for CBOR array');
    const pairs = Array.from({ length: 1_025 }, (_, at) => `44${Buffer.from(String(1_000 + at)).toString('hex')}00`);
    expect(refused(`bf${pairs.slice(1).join('')}ff`)).toMatch(/^read/);
    expect(refused(`bf${pairs.join('')}ff`)).toBe('cbor: exceeded max number of key-value pairs 1024 for CBOR map');
  });

  it('limits all fields, items and chunks of a body together', () => {
    const limits = { maxDepth: 512, maxFields: 10 };
    const many = 'the body has too many fields: at most 10 are read';
    expect(() => decodeCbor(bytes(`8b${'00'.repeat(11)}`), limits)).toThrow(many);
    expect(() => decodeCbor(bytes(`7f${'6161'.repeat(11)}ff`), limits)).toThrow(many);
    expect(() => decodeCbor(bytes(`82 a6 ${keys(6)} a6 ${keys(6)}`), limits)).toThrow(many);
  });

  it('reads a large body in steps', () => {
    const rows = Array.from({ length: 80 }, () => Array.from({ length: 1_000 }, (_, at) => at));
    const steps = decodeCborSteps(encodeCbor(rows));
    let count = 0;
    let step = steps.next();
    for (; !step.done; step = steps.next()) count++;
    expect(count).toBeGreaterThan(15);
    expect(step.value.value).toEqual(rows);
  });
});

const keys = (count: number): string =>
  Array.from({ length: count }, (_, at) => `61${Buffer.from(String.fromCharCode(0x61 + at)).toString('hex')}00`).join(
    '',
  );

/** What the library reads, with byte strings as texts and without the tag of the document. */
function texts(item: unknown): unknown {
  if (item instanceof Uint8Array) return Buffer.from(item).toString('utf8');
  if (Array.isArray(item)) return item.map(texts);
  if (item instanceof Map) return Object.fromEntries([...item].map((pair) => pair.map(texts)));
  if (item instanceof Tag) return texts(item.contents);
  return item;
}

describe('writing CBOR', () => {
  it('begins with the tag of a document', () => expect(encodeCbor({}).toString('hex')).toBe('d9d9f7a0'));

  it.each([
    ['integers in their shortest form', [0, 23, 24, 255, 256, 65_536, 2 ** 32], '8700 17 1818 18ff 190100 1a00010000 1b0000000100000000'],
    ['negative integers', [-1, -24, -25, -(2 ** 40)], '84 20 37 3818 3b000000ffffffffff'],
    ['an integer of 63 bits', -(2 ** 63), '3b7fffffffffffffff'],
    ['numbers in the shortest form that keeps them', [1.5, 1e-7, 0.1, 65_504.5, 1e300], '85 f93e00 fb3e7ad7f29abcaf48 fb3fb999999999999a fa477fe080 fb7e37e43c8800759c'],
    ['the least number of half precision', [2 ** -24, 2 ** -14, 2 ** -25], '83 f90001 f90400 fa33000000'],
    ['a large integer as a number', 2 ** 64, 'fa5f800000'],
    ['true, false and null', [true, false, null], '83f5f4f6'],
    ['a text as a byte string', 'ü', '42c3bc'],
    ['bytes with tag 22', Buffer.from([0, 1, 2]), 'd643000102'],
    ['keys by length, then by bytes', { b: 1, aa: 2, a: 3 }, 'a3 4161 03 4162 01 426161 02'],
    ['no undefined members', { a: undefined, b: 1 }, 'a1 4162 01'],
  ])('writes %s', (_name, value, hex) => expect(written(value)).toBe(hex.replaceAll(' ', ''))); // prettier-ignore

  it('a string of several pieces of the buffer stays whole', () => {
    const value = { a: 'é'.repeat(10_000), b: Array.from({ length: 3_000 }, (_, at) => `value ${at}`) };
    expect(texts(libraryDecode(encodeCbor(value), { preferMap: true, ignoreGlobalTags: true }))).toEqual(value);
  });

  it('numbers that JSON cannot express are a bug', () => expect(() => encodeCbor(NaN)).toThrow(TypeError));
});

const { any } = fc.letrec<{ any: unknown }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 5 },
    fc.string({ unit: 'grapheme' }),
    fc.maxSafeInteger(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Object.is(value, -0)),
    fc.constantFrom(true, false, null, '__proto__', 5e-324, 2 ** -24, 65_504),
    fc.array(tie('any'), { maxLength: 4 }),
    fc.dictionary(fc.string({ unit: 'grapheme' }), tie('any'), { maxKeys: 5, noNullPrototype: true }),
  ),
}));

describe('writing in steps', () => {
  const inSteps = (value: unknown): { readonly bytes: Buffer; readonly steps: number } => {
    const writer = new CborWriter();
    writer.selfDescribed();
    const steps = [...writer.steps(value)].length;
    return { bytes: writer.take(), steps };
  };

  it('writes the same bytes', () =>
    fc.assert(fc.property(any, (value) => expect(inSteps(value).bytes).toEqual(encodeCbor(value)))));

  it('writes some thousand values in a step', () => {
    const value = { m: Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`k${i}`, [i]])) };
    const { bytes, steps } = inSteps(value);
    expect(bytes).toEqual(encodeCbor(value));
    expect(steps).toBeGreaterThan(60);
  });

  it('writes many empty maps and lists in steps', () => {
    const value = { m: Array.from({ length: 20_000 }, (_, i) => (i % 2 ? {} : [])) };
    const { bytes, steps } = inSteps(value);
    expect(bytes).toEqual(encodeCbor(value));
    expect(steps).toBe(10);
  });

  it('orders the keys of a large map in steps, without members that are undefined', () => {
    const keys = Array.from({ length: 20_000 }, (_, i) => `${i % 2 ? 'k' : '\u{1f600}'}${(i * 7_919) % 20_000}`);
    const value = Object.fromEntries(keys.map((key, i) => [key, i % 5 ? 1 : undefined]));
    const writer = new CborWriter();
    let before = 0;
    for (const _step of writer.steps(value)) if (writer.length === 0) before++;
    expect(before).toBeGreaterThan(60);
    expect(writer.take().equals(encodeCbor(value).subarray(3))).toBe(true);
  });

  it('encodes each key once to order it', () => {
    const lengths = jest.spyOn(Buffer, 'from');
    const keys = Array.from({ length: 5_000 }, (_, i) => `k\u00e4${i}`).sort();
    expect(inCborOrder(keys).slice(0, 2)).toEqual(['k\u00e40', 'k\u00e41']);
    expect(lengths.mock.calls.length).toBeLessThan(10_000);
    lengths.mockRestore();
  });
});

describe('CBOR and JSON', () => {
  it('reads what it writes', () =>
    fc.assert(fc.property(any, (value) => expect(decodeCbor(encodeCbor(value)).value).toEqual(value)), { numRuns: 1_000 })); // prettier-ignore

  it('reads what the library writes', () =>
    fc.assert(fc.property(any, (value) => expect(decodeCbor(libraryEncode(value)).value).toEqual(value)), { numRuns: 1_000 })); // prettier-ignore

  it('writes what the library reads', () =>
    fc.assert(
      fc.property(any, (value) => {
        expect(texts(libraryDecode(encodeCbor(value), { preferMap: true, ignoreGlobalTags: true }))).toEqual(value);
      }),
      { numRuns: 1_000 },
    ));
});
