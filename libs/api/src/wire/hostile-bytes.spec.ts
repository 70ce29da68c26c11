import { ApiError } from '@orch/apimachinery';
import fc from 'fast-check';
import { Field, Struct } from '../definition/decorators.js';
import { listOf } from '../definition/field-type.js';
import { decodeEnvelope } from './envelope.js';
import { kubernetesCodec } from './kubernetes-definitions.fixture.js';
import { deleteOptionsCodec } from './protobuf-codec.js';
import { ProtobufReader } from './protobuf-reader.js';
import { ProtobufWriter } from './protobuf-writer.js';
import { messageOf } from './struct-message.js';

@Struct('test.Nested')
class Nested {
  @Field(1, () => Nested, { pointer: true }) inner?: Nested;
  @Field(2, listOf('bool')) flags?: boolean[];
  @Field(3, 'intOrString', { pointer: true }) either?: number | string;
}

const configMap = kubernetesCodec('ConfigMap');
const pod = kubernetesCodec('Pod');

const MAGIC = '6b387300';
const TYPE = '0a0f0a0276311209436f6e6669674d6170';
const hex = (text: string): Buffer => Buffer.from(text, 'hex');
/** A message of fewer than 128 bytes in its envelope. */
const envelope = (message: string): Buffer =>
  hex(`${MAGIC}12${(message.length / 2).toString(16).padStart(2, '0')}${message}`);

/** A message with this `metadata.creationTimestamp`. */
function createdAt(seconds: number, nanos = 0): string {
  const writer = new ProtobufWriter();
  writer.varint(nanos);
  writer.varint(0x10);
  writer.varint(seconds);
  writer.varint(0x08);
  writer.varint(writer.length);
  writer.varint(0x42);
  writer.varint(writer.length);
  writer.varint(0x0a);
  return writer.finish().toString('hex');
}

function refusal(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    if (error instanceof ApiError && error.code === 400) return error.message;
    throw error;
  }
  return 'taken';
}

describe('bodies that are not protobuf', () => {
  it.each([
    ['nothing', '', 'empty data'],
    ['the prefix alone', MAGIC, 'empty body'],
    ['JSON', Buffer.from('{"kind":"ConfigMap"}').toString('hex'), 'expected prefix [107 56 115 0]'],
    ['half the prefix', '6b38', 'expected prefix [107 56 115 0]'],
    ['a tag cut short', `${MAGIC}8a`, 'ends too early'],
    ['a tag without value', `${MAGIC}12`, 'ends too early'],
    ['a length beyond the end', `${MAGIC}1205`, 'a length leads beyond the end'],
    ['a length of 2^63', `${MAGIC}12ffffffffffffffff7f`, 'a length leads beyond the end'],
    ['a length of 2^32', `${MAGIC}128080808010`, 'a length leads beyond the end'],
    ['a number of more than 64 bits', `${MAGIC}12ffffffffffffffffff02`, 'longer than 64 bits'],
    ['an unterminated varint', `${MAGIC}12${'ff'.repeat(30)}`, 'longer than 64 bits'],
    ['field 0', `${MAGIC}0200`, 'a field number is wrong'],
    ['a field number beyond 2^29', `${MAGIC}8080808010`, 'a field number is wrong'],
    ['a type that is not a message', `${MAGIC}0801`, 'field 1 (envelope) has wire type 0'],
    ['a kind that is a number', `${MAGIC}0a021001`, 'field 2 (typeMeta) has wire type 0'],
    ['a type longer than it says', `${MAGIC}0a020a05`, 'a length leads beyond the end'],
    ['packed content', `${MAGIC}1a04677a6970`, 'contentEncoding'],
    ['content that is JSON', `${MAGIC}22106170706c69636174696f6e2f6a736f6e`, 'contentType'],
    ['a group', `${MAGIC}2b`, 'wire type 3 of field 5 is not read'],
    ['an 8-byte field cut short', `${MAGIC}2900`, 'ends too early'],
    ['a 4-byte field cut short', `${MAGIC}2d00`, 'ends too early'],
  ])('A-101 C-087 %s is refused', (_what, bytes, why) => {
    expect(refusal(() => decodeEnvelope(hex(bytes)))).toContain(why);
  });

  it.each(['application/vnd.orch.protobuf', 'application/vnd.kubernetes.protobuf'])(
    'A-105 content may call itself %s',
    (type) => {
      const text = Buffer.from(type).toString('hex');
      const bytes = hex(`${MAGIC}${TYPE}22${type.length.toString(16)}${text}`);
      expect(decodeEnvelope(bytes)).toMatchObject({ apiVersion: 'v1', kind: 'ConfigMap' });
    },
  );
});

describe('messages that do not match their kind', () => {
  it.each([
    ['metadata as a number', configMap, '0801', 'field 1 (metadata) has wire type 0'],
    ['a name as a number', configMap, '0a020801', 'field 1 (name) has wire type 0'],
    ['a flag as a text', configMap, '220131', 'field 4 (immutable) has wire type 2'],
    ['map entries as numbers', configMap, '1001', 'field 2 (data) has wire type 0'],
    ['a key as a number', configMap, '12020801', 'field 1 (data) has wire type 0'],
    ['a value as a number', configMap, '12021001', 'field 2 (data) has wire type 0'],
    ['list items as numbers', configMap, '0a027001', 'field 14 (finalizers) has wire type 0'],
    ['an entry longer than its map', configMap, '12020a05', 'a length leads beyond the end'],
    ['a text that is not UTF-8', configMap, '0a030a01ff', 'a text is not valid UTF-8'],
    ['a key that is not UTF-8', configMap, '12030a01c0', 'a text is not valid UTF-8'],
    ['an overlong form in a text', configMap, '0a040a02c080', 'a text is not valid UTF-8'],
    ['a surrogate in a text', configMap, '0a050a03eda080', 'a text is not valid UTF-8'],
    ['a generation beyond 2^53', configMap, '0a0938ffffffffffffff1f', 'a number is beyond 2^53 - 1'],
    ['seconds as a text', configMap, '0a0442020a00', 'field 1 (time) has wire type 2'],
    ['the year 10000', configMap, createdAt(253_402_300_800), 'a time is outside the years 0 to 9999'],
    ['the year -1', configMap, createdAt(-62_167_219_201), 'a time is outside the years 0 to 9999'],
    ['negative nanos', configMap, createdAt(0, -1), 'a time is outside'],
    ['a billion nanos', configMap, createdAt(0, 1_000_000_000), 'a time is outside'],
    ['managed fields that are broken JSON', configMap, '0a088a01053a030a017b', 'unexpected end of JSON input'],
  ])('A-103 C-089 %s is refused', (_what, codec, message, why) => {
    expect(refusal(() => codec.decode(envelope(message)))).toContain(why);
  });

  it('A-103 rejects an int-or-string that is neither', () => {
    const read = (bytes: string) => () => messageOf(Nested).readFields(new ProtobufReader(hex(bytes)), {});
    expect(refusal(read('1a020801'))).toBe('taken');
    expect(refusal(read('1a020802'))).toContain('neither');
    expect(refusal(read('1a020a00'))).toContain('has wire type 2');
  });

  it('A-103 decodes the earliest and the latest time', () => {
    const read = (seconds: number) => configMap.decode(envelope(createdAt(seconds)));
    expect(read(253_402_300_799)).toEqual({ metadata: { creationTimestamp: '9999-12-31T23:59:59Z' } });
    expect(read(-62_167_219_200)).toEqual({ metadata: { creationTimestamp: '0000-01-01T00:00:00Z' } });
  });

  it('A-103 decodes a truncated message to a part of the original or rejects it', () => {
    const whole = configMap.encode({ metadata: { name: 'x', labels: { a: 'b' } }, data: { k: 'v' } });
    for (let length = 0; length < whole.length - 4; length++) {
      const cut = refusal(() => configMap.decode(whole.subarray(0, length)));
      // A cut between two fields of the envelope is undetectable; any cut inside the message is detected.
      if (cut === 'taken') expect([4, 21]).toContain(length);
    }
  });
});

describe('limits of bodies', () => {
  const nested = (levels: number): Buffer => {
    let message = Buffer.alloc(0);
    for (let i = 0; i < levels; i++) {
      const length: number[] = [];
      let rest = message.length;
      for (; rest >= 0x80; rest >>>= 7) length.push((rest & 0x7f) | 0x80);
      message = Buffer.concat([Buffer.from([0x0a, ...length, rest]), message]);
    }
    return message;
  };
  const readNested = (bytes: Buffer): string =>
    refusal(() => messageOf(Nested).readFields(new ProtobufReader(bytes), {}));

  it('C-087 decodes 512 levels, rejects one more', () => {
    expect(readNested(nested(512))).toBe('taken');
    expect(readNested(nested(513))).toContain('nested too deeply: at most 512 levels');
    expect(readNested(nested(5_000))).toContain('nested too deeply');
  });

  it('C-087 decodes 100,000 fields, rejects one more', () => {
    expect(readNested(hex('1001'.repeat(100_000)))).toBe('taken');
    expect(readNested(hex('1001'.repeat(100_001)))).toContain('too many fields: at most 100000');
  });

  it('C-087 counts packed items and unknown fields', () => {
    // 200,000 items; the length is c0 9a 0c.
    expect(readNested(Buffer.concat([hex('12c09a0c'), Buffer.alloc(200_000)]))).toContain('too many fields');
    expect(readNested(hex('f80501'.repeat(100_001)))).toContain('too many fields');
  });

  describe('of JSON in a message', () => {
    const withSets = (...sets: readonly object[]): Buffer =>
      configMap.encode({
        metadata: { name: 'x', managedFields: sets.map((fieldsV1) => ({ manager: 'm', fieldsV1 })) },
      });
    const members = (count: number): object =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`f:${i}`, {}]));
    const levels = (count: number): object => (count === 1 ? {} : { 'f:a': levels(count - 1) });

    it('C-087 counts its members as fields of the body', () => {
      expect(refusal(() => configMap.decode(withSets(members(40_000), members(40_000))))).toBe('taken');
      const tooMany = withSets(members(60_000), members(60_000));
      expect(refusal(() => configMap.decode(tooMany))).toContain('too many fields: at most 100000');
    });

    it('C-087 applies the limits of the caller', () => {
      const limits = { maxDepth: 512, maxFields: 1_000 };
      expect(refusal(() => configMap.decode(withSets(members(900)), limits))).toBe('taken');
      expect(refusal(() => configMap.decode(withSets(members(1_001)), limits))).toContain('at most 1000');
    });

    it('C-087 counts its levels as levels of the body', () => {
      // Metadata and the entry of the list are two.
      expect(refusal(() => configMap.decode(withSets(levels(510))))).toBe('taken');
      expect(refusal(() => configMap.decode(withSets(levels(511))))).toContain('nested too deeply: at most 512 levels');
    });
  });

  it('C-087 decodes or rejects arbitrary bytes', () => {
    const message = pod.encode({
      metadata: { name: 'x', creationTimestamp: '2024-01-01T00:00:00Z', labels: { a: 'b' } },
      spec: {
        containers: [{ name: 'c', resources: { limits: { cpu: '1' } }, ports: [{ containerPort: 80 }] }],
        volumes: [{ name: 'v', emptyDir: {} }],
      },
    });
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(message.length - 1), fc.nat(255)), { maxLength: 6 }), (changes) => {
        const bytes = Buffer.from(message);
        for (const [at, byte] of changes) bytes[at] = byte;
        refusal(() => pod.decode(bytes));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('objects of another kind', () => {
  it('C-088 returns only kind and version for the caller to reject', () => {
    const secret = kubernetesCodec('Secret').encode({ metadata: { name: 'x' } });
    expect(configMap.decode(secret)).toEqual({ kind: 'Secret', apiVersion: 'v1' });
    expect(deleteOptionsCodec.decode(secret)).toEqual({ kind: 'Secret', apiVersion: 'v1' });
    expect(() => configMap.decodeList(secret)).toThrow('expected ConfigMapList in version v1, got Secret in v1');
  });

  it('C-088 decodes an absent kind as the expected kind', () => {
    expect(configMap.decode(envelope('0a030a0178'))).toEqual({ metadata: { name: 'x' } });
  });
});
