import {
  builtinKinds,
  compileKinds,
  customSchemaName,
  publishedName,
  type PublishedSchema,
  type ResourceDefinition,
} from '@orch/api';
import { vocabularies } from '@orch/vocabulary';
import { readDocument } from './documents.fixture.js';
import { OpenApiDocuments } from './openapi-documents.js';

interface Document {
  readonly paths: Record<string, object>;
  readonly definitions: Record<string, object>;
  readonly components: { readonly schemas: Record<string, object> };
}

const vocabulary = vocabularies.orch;
const definitions = compileKinds(builtinKinds, vocabulary);
const documents = new OpenApiDocuments(() => definitions, vocabulary, 33);
const textOf = (message: Buffer, field: number) => readFields(message).get(field)![0]!.toString();
const names = (entries: Buffer[]) => entries.map((entry) => textOf(entry, 1));
const valueOf = (entries: Buffer[], name: string) =>
  readFields(entries.find((entry) => textOf(entry, 1) === name)!).get(2)![0]!;

describe('OpenAPI documents in protobuf', () => {
  it('C-297 Swagger has the same content', async () => {
    const swagger = await readDocument<Document>(documents.swagger('json'));
    const fields = readFields((await documents.swagger('protobuf')).bytes);
    expect(fields.get(1)![0]!.toString()).toBe('2.0');
    const paths = readFields(fields.get(8)![0]!).get(2)!;
    expect(names(paths)).toEqual(Object.keys(swagger.paths));
    const schemas = readFields(fields.get(9)![0]!).get(1)!;
    expect(names(schemas)).toEqual(Object.keys(swagger.definitions));
    const schema = readFields(valueOf(schemas, 'io.orch.api.core.v1.ConfigMap'));
    expect(names(readFields(schema.get(25)![0]!).get(1)!)).toContain('binaryData');
    expect(textOf(schema.get(22)![0]!, 1)).toBe('object');
    const [scheme] = readFields(fields.get(13)![0]!).get(1)!;
    expect(textOf(scheme!, 1)).toBe('BearerToken');
    expect(textOf(readFields(readFields(scheme!).get(2)![0]!).get(2)![0]!, 3)).toBe('header');
    expect(names(readFields(fields.get(12)![0]!).get(1)!)).toEqual(['BearerToken']);
    const read = readFields(valueOf(paths, '/api/v1/namespaces/{namespace}/configmaps/{name}')).get(2)![0]!;
    expect(textOf(read, 5)).toBe('readCoreV1NamespacedConfigMap');
  });

  it('C-298 OpenAPI 3 has the same content', async () => {
    const core = await readDocument<Document>(documents.groupVersion('api/v1', 'json')!);
    const fields = readFields((await documents.groupVersion('api/v1', 'protobuf')!).bytes);
    expect(fields.get(1)![0]!.toString()).toBe('3.0.0');
    const paths = readFields(fields.get(4)![0]!).get(1)!;
    expect(names(paths)).toEqual(Object.keys(core.paths));
    const schemas = readFields(readFields(fields.get(5)![0]!).get(1)![0]!).get(1)!;
    expect(names(schemas)).toEqual(Object.keys(core.components.schemas));
    const [scheme] = readFields(readFields(fields.get(5)![0]!).get(7)![0]!).get(1)!;
    expect(textOf(scheme!, 1)).toBe('BearerToken');
    expect(textOf(readFields(readFields(scheme!).get(2)![0]!).get(1)![0]!, 4)).toBe('header');
    const schema = readFields(readFields(valueOf(schemas, 'io.orch.api.core.v1.ConfigMap')).get(1)![0]!);
    expect(schema.get(25)![0]!.toString()).toBe('object');
    expect(names(readFields(schema.get(31)![0]!).get(1)!)).toContain('binaryData');
    const replace = readFields(valueOf(paths, '/api/v1/namespaces/{namespace}/configmaps/{name}')).get(5)![0]!;
    const operation = readFields(replace);
    expect(textOf(replace, 5)).toBe('replaceCoreV1NamespacedConfigMap');
    const body = readFields(readFields(operation.get(7)![0]!).get(1)![0]!).get(2)![0]!;
    expect(names(readFields(body).get(1)!)).toEqual(['*/*']);
    const responses = readFields(operation.get(8)![0]!).get(2)!;
    expect(names(responses)).toEqual(['200', '201', '401']);
  });

  describe('of a custom kind', () => {
    const properties = {
      text: { type: 'string', title: 'T', pattern: '^a', minLength: -3 },
      number: {
        type: 'number',
        multipleOf: 2.5,
        minimum: 1,
        exclusiveMinimum: true,
        maximum: 9,
        exclusiveMaximum: true,
      },
      map: { type: 'object', additionalProperties: true, minProperties: 1, maxProperties: 300 },
      choice: { type: 'object', anyOf: [{ required: ['a'] }, { required: ['b'] }], not: { required: ['c'] } },
    };
    const [lease] = definitions.filter(({ gvk }) => gvk.kind === 'Lease');
    const published: PublishedSchema = {
      *document() {
        yield;
        return { type: 'object', properties };
      },
    };
    const custom: ResourceDefinition = Object.assign(Object.create(lease!) as ResourceDefinition, {
      struct: undefined,
      published,
      schemaName: customSchemaName(lease!.gvk),
    });
    const withCustom = new OpenApiDocuments(() => [custom], vocabulary, 33);
    const definition = publishedName(custom.schemaName)!;

    it('C-298 OpenAPI 3 has the keywords of its schema', async () => {
      const document = withCustom.groupVersion(`apis/${custom.apiVersion}`, 'protobuf')!;
      const components = readFields((await document).bytes).get(5)![0]!;
      const schemas = readFields(readFields(components).get(1)![0]!).get(1)!;
      const schema = readFields(readFields(valueOf(schemas, definition)).get(1)![0]!);
      const members = readFields(schema.get(31)![0]!).get(1)!;
      const member = (name: string) => readScalars(readFields(valueOf(members, name)).get(1)![0]!);
      expect(member('text')).toMatchObject({ 9: 'T', 16: -3n, 17: '^a', 25: 'string' });
      expect(member('number')).toMatchObject({ 10: 2.5, 11: 9, 12: 1n, 13: 1, 14: 1n });
      expect(member('map')).toMatchObject({ 21: 300n, 22: 1n, 32: '\x10\x01' });
      const choice = readFields(readFields(valueOf(members, 'choice')).get(1)![0]!);
      expect(choice.get(28)!.map((one) => textOf(readFields(one).get(1)![0]!, 23))).toEqual(['a', 'b']);
      expect(textOf(choice.get(29)![0]!, 23)).toBe('c');
    });

    it.each(['json', 'protobuf'] as const)('after a change is the document of a new server: %s', async (encoding) => {
      const kindOf = (kind: string, description: string): ResourceDefinition => {
        const gvk = { ...lease!.gvk, kind };
        const described: PublishedSchema = {
          *document() {
            yield;
            return { type: 'object', description };
          },
        };
        const named = { gvk, gvr: { ...lease!.gvr, resource: `${kind.toLowerCase()}s` } };
        return Object.assign(Object.create(custom) as ResourceDefinition, {
          ...named,
          ...{ published: described, schemaName: customSchemaName(gvk) },
        });
      };
      const [one, other, changed] = [kindOf('One', 'a'), kindOf('Other', 'b'), kindOf('One', 'c')];
      let served = [one, other];
      const follower = new OpenApiDocuments(() => served, vocabulary, 33);
      const read = async (of: OpenApiDocuments) => {
        const { hash, bytes } = (await of.groupVersion(`apis/${custom.apiVersion}`, encoding))!;
        return { hash, bytes };
      };
      const before = await read(follower);
      served = [changed, other];
      const after = await read(follower);
      expect(after).toEqual(await read(new OpenApiDocuments(() => served, vocabulary, 33)));
      expect(after.hash).not.toBe(before.hash);
      served = [one, other];
      expect(await read(follower)).toEqual(before);
    });

    it('C-297 Swagger has the keywords of its schema', async () => {
      const document = (await withCustom.swagger('protobuf')).bytes;
      const schemas = readFields(readFields(document).get(9)![0]!).get(1)!;
      const members = readFields(readFields(valueOf(schemas, definition)).get(25)![0]!).get(1)!;
      const member = (name: string) => readScalars(valueOf(members, name));
      expect(member('text')).toMatchObject({ 3: 'T', 12: -3n, 13: '^a' });
      expect(member('number')).toMatchObject({ 6: 2.5, 7: 9, 8: 1n, 9: 1, 10: 1n });
      expect(member('map')).toMatchObject({ 17: 300n, 18: 1n, 21: '\x10\x01' });
    });
  });
});

/** Fields of a protobuf message by number: text, numbers of 64 bits, and integers as signed ones. */
function readScalars(message: Buffer): Record<number, string | number | bigint> {
  const fields: Record<number, string | number | bigint> = {};
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = message[at++]!;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  while (at < message.length) {
    const key = Number(varint());
    const number = Math.floor(key / 8);
    if (key % 8 === 2) {
      const length = Number(varint());
      fields[number] = message.subarray(at, at + length).toString();
      at += length;
    } else if (key % 8 === 1) {
      fields[number] = message.readDoubleLE(at);
      at += 8;
    } else fields[number] = BigInt.asIntN(64, varint());
  }
  return fields;
}

/** Length-delimited fields of a protobuf message, by number; other wire types are skipped. */
function readFields(message: Buffer): Map<number, Buffer[]> {
  const fields = new Map<number, Buffer[]>();
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = message[at++]!;
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
  };
  while (at < message.length) {
    const key = varint();
    if (key % 8 === 2) {
      const length = varint();
      const number = Math.floor(key / 8);
      fields.set(number, [...(fields.get(number) ?? []), message.subarray(at, at + length)]);
      at += length;
    } else if (key % 8 === 1) at += 8;
    else varint();
  }
  return fields;
}
