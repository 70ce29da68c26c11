import { Field, Struct } from '../definition/decorators.js';
import { enumOf, listOf, mapOf } from '../definition/field-type.js';
import { JsonOutline } from './json-outline.js';
import { ProtobufReader } from './protobuf-reader.js';
import { ProtobufWriter } from './protobuf-writer.js';
import { messageOf } from './struct-message.js';

@Struct('test.Inner')
class Inner {
  @Field(1, 'string', { required: true }) name: string;
  @Field(2, listOf('string')) list?: string[];
}

@Struct('test.Flat')
class Flat {
  @Field(3, 'bool') flat?: boolean;
}

/** One field of each form, named after it. */
@Struct('test.Sample', { inline: [{ number: 100, type: () => Flat }] })
class Sample {
  @Field(1, 'string', { pointer: true }) text?: string;
  @Field(2, 'int32', { pointer: true }) int?: number;
  @Field(3, 'int64', { pointer: true }) long?: number;
  @Field(4, 'bool', { pointer: true }) bool?: boolean;
  @Field(5, 'double', { pointer: true }) double?: number;
  @Field(6, 'bytes') bytes?: string;
  @Field(7, 'quantity', { pointer: true }) quantity?: string;
  @Field(8, 'time', { pointer: true }) time?: string;
  @Field(9, 'microTime', { pointer: true }) micro?: string;
  @Field(10, 'duration', { pointer: true }) duration?: string;
  @Field(11, 'intOrString', { pointer: true }) either?: number | string;
  @Field(12, 'raw', { pointer: true }) raw?: unknown;
  @Field(13, () => Inner, { pointer: true }) inner?: Inner;
  @Field(14, listOf('int32')) ints?: number[];
  @Field(15, mapOf('string')) map?: Record<string, string>;
  @Field(16, mapOf(listOf('string'))) lists?: Record<string, string[]>;
  @Field(17, enumOf('A', 'B'), { pointer: true }) choice?: string;
  @Field(18, 'string', { last: 30 }) gone?: string;
  @Field(19, mapOf('time')) times?: Record<string, string | null>;
  @Field(21, mapOf(() => Inner)) inners?: Record<string, Inner>;
  @Field(22, mapOf('bytes')) binary?: Record<string, string>;
  @Field(undefined, 'string') jsonOnly?: string;
}

const message = messageOf(Sample);
/** The inlined struct is always written, here empty. */
const FLAT = 'a206021800';

function hexOf(members: Record<string, unknown>): string {
  const writer = new ProtobufWriter();
  const json = new JsonOutline();
  message.writeFields(writer, json, json.read(Buffer.from(JSON.stringify(members))));
  return writer.finish().toString('hex');
}

function read(hex: string): Record<string, unknown> {
  const target = {};
  message.readFields(new ProtobufReader(Buffer.from(hex, 'hex')), target);
  return target;
}

describe('forms of fields', () => {
  const both: readonly (readonly [string, Record<string, unknown>, string])[] = [
    ['a text', { text: 'é' }, '0a02c3a9'],
    ['an empty text behind a pointer', { text: '' }, '0a00'],
    ['an integer', { int: 300 }, '10ac02'],
    ['a negative integer, in ten bytes', { int: -2 }, '10feffffffffffffffff01'],
    ['the largest integer that is exact', { long: Number.MAX_SAFE_INTEGER }, '18ffffffffffffff0f'],
    ['the smallest', { long: Number.MIN_SAFE_INTEGER }, '1881808080808080f0ff01'],
    ['2^31', { long: 2_147_483_648 }, '188080808008'],
    ['2^32 + 127', { long: 4_294_967_423 }, '18ff80808010'],
    ['false behind a pointer', { bool: false }, '2000'],
    ['a double', { double: 1.5 }, '29000000000000f83f'],
    ['bytes', { bytes: 'AQI=' }, '32020102'],
    ['no bytes', { bytes: '' }, '3200'],
    ['a quantity', { quantity: '1Gi' }, '3a050a03314769'],
    ['a time', { time: '1970-01-01T00:00:05Z' }, '420408051000'],
    ['a time before 1970', { time: '1969-12-31T23:59:59Z' }, '420d08ffffffffffffffffff011000'],
    ['a micro time', { micro: '1970-01-01T00:00:05.000010Z' }, '4a05080510904e'],
    ['a duration', { duration: '1.5s' }, '52060880dea0cb05'],
    ['a negative duration', { duration: '-1ns' }, '520b08ffffffffffffffffff01'],
    ['a number where a text might stand', { either: 80 }, '5a06080010501a00'],
    ['a text where a number might stand', { either: 'http' }, '5a0a080110001a0468747470'],
    ['any JSON, keys as they came', { raw: { b: 1, a: [true] } }, '62140a127b2262223a312c2261223a5b747275655d7d'],
    ['a struct with its zero', { inner: { name: '' } }, '6a020a00'],
    ['a list of numbers', { ints: [1, 0] }, '70017000'],
    ['a map, by key', { map: { b: '', a: '1' } }, '7a060a01611201317a050a01621200'],
    ['a map of lists', { lists: { k: ['x', ''] } }, '82010a0a016b12050a01780a00'],
    ['a choice', { choice: 'B' }, '8a010142'],
    ['a field that is gone from newer releases', { gone: 'x' }, '92010178'],
    ['no time in a map', { times: { k: null } }, '9a01050a016b1200'],
    ['a field of an inlined struct', { flat: true }, 'a206021801'],
    ['a map of structs', { inners: { k: { name: 'x' } } }, 'aa01080a016b12030a0178'],
    ['a map of bytes', { binary: { k: 'AQ==' } }, 'b201060a016b120101'],
  ];

  it.each(both)('B-364 %s', (_what, members, hex) => {
    expect(hexOf(members)).toBe('flat' in members ? hex : hex + FLAT);
    expect(read(hex)).toStrictEqual(members);
  });

  it.each([
    ['only in JSON', { jsonOnly: 'x' }],
    ['gone and empty', { gone: undefined }],
    ['an empty list', { ints: [] }],
    ['an empty map', { map: {} }],
    ['null', { text: null, inner: null, map: null, ints: null }],
  ])('A-103 leaves out what is %s', (_what, members) => {
    expect(hexOf(members)).toBe(FLAT);
  });

  it('A-103 sorts keys by their bytes, not by code units', () => {
    const keys = [...hexOf({ map: { '\u{10000}': '', '\uffff': '', z: '' } }).matchAll(/0a0[134]([0-9a-f]+?)1200/g)];
    expect(keys.map((match) => match[1])).toEqual(['7a', 'efbfbf', 'f0908080']);
  });

  it('A-103 decodes the year 1 as absent', () => {
    expect(hexOf({ time: '0001-01-01T00:00:00Z' })).toBe('4200' + FLAT);
    expect(read('4200')).toEqual({});
  });

  it.each([
    ['zero of an optional field as absent', FLAT, {}],
    ['packed numbers', '7203010203', { ints: [1, 2, 3] }],
    ['packed and single numbers together', '7001' + '720102', { ints: [1, 2] }],
    ['the last of two values', '0a01610a0162', { text: 'b' }],
    ['a zero after a value', 'a206021801' + FLAT, {}],
    ['a message in two parts', '6a030a0161' + '6a03120162', { inner: { name: 'a', list: ['b'] } }],
    ['fields in any order', '2001' + '0a0178', { bool: true, text: 'x' }],
    ['a map entry without value', '7a030a0161', { map: { a: '' } }],
    ['a map entry without key', '7a03120131', { map: { '': '1' } }],
    [
      'structs, bytes and times without value',
      'aa01030a0161' + 'b201030a0161' + '9a01030a0161',
      { inners: { a: {} }, binary: { a: '' }, times: { a: null } },
    ],
    ['a quantity without text as zero', '3a00', { quantity: '0' }],
    ['raw without text as absent', '6200', {}],
    [
      'nanoseconds only in micro times',
      '4205080510e807' + '4a05080510e807',
      { time: '1970-01-01T00:00:05Z', micro: '1970-01-01T00:00:05.000001Z' },
    ],
  ])('A-103 reads %s', (_what, hex, expected) => {
    expect(read(hex)).toStrictEqual(expected);
  });

  it('A-103 skips unknown fields of every wire type', () => {
    const unknown = ['f80501', 'f9050000000000000000', 'fa050101', 'fd0500000000'];
    expect(read(`${unknown.join('')}0a0178`)).toStrictEqual({ text: 'x' });
  });

  it('A-103 decodes a key __proto__', () => {
    const map = read('7a0e0a095f5f70726f746f5f5f120131')['map'] as object;
    expect(Object.keys(map)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(map)).toBe(Object.prototype);
    expect(hexOf({ map })).toBe('7a0e0a095f5f70726f746f5f5f120131' + FLAT);
  });

  it('A-103 rejects two fields with the same number on first use of the struct', () => {
    @Struct('test.Twice')
    class Twice {
      @Field(1, 'string') a?: string;
      @Field(1, 'string') b?: string;
    }
    expect(() => messageOf(Twice).hasFields).toThrow('test.Twice has two fields of number 1');
  });
});
