import { builtinKinds, compileKinds } from '@orch/api';
import { vocabularies } from '@orch/vocabulary';
import { openApiDocument, type OpenApiDocument } from './group-document.js';
import { OpenApiDocuments } from './openapi-documents.js';
import { toSwagger } from './swagger.js';
import { encodeSwagger } from './swagger-protobuf.js';

const vocabulary = vocabularies.orch;
const definitions = compileKinds(builtinKinds, vocabulary);
const all = openApiDocument(definitions, vocabulary, 'v1.24.0');
const swagger = toSwagger(all, vocabulary.schemaExtensionPrefix);

/** Every value under a key, however deep. */
function collect(value: unknown, key: string, found: unknown[] = []): unknown[] {
  if (Array.isArray(value)) for (const item of value) collect(item, key, found);
  else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) {
      if (name === key) found.push(inner);
      else collect(inner, key, found);
    }
  }
  return found;
}

describe('OpenAPI v3', () => {
  it('C-298 every reference leads somewhere', () => {
    const refs = new Set(collect(all, '$ref') as string[]);
    expect(refs.size).toBeGreaterThan(10);
    for (const ref of refs)
      expect(Object.keys(all.components.schemas)).toContain(ref.replace('#/components/schemas/', ''));
  });
  it('C-298 operations carry action and kind', () =>
    expect(all.paths['/api/v1/namespaces/{namespace}/configmaps/{name}']).toMatchObject({
      get: {
        'x-orch-action': 'get',
        'x-orch-group-version-kind': { group: '', version: 'v1', kind: 'ConfigMap' },
        operationId: 'readCoreV1NamespacedConfigMap',
      },
      put: { 'x-orch-action': 'put' },
      patch: {
        'x-orch-action': 'patch',
        requestBody: { content: { 'application/apply-patch+yaml': expect.anything() } },
      },
      delete: { 'x-orch-action': 'delete' },
      parameters: [{ name: 'name', in: 'path' }, { name: 'namespace', in: 'path' }, { name: 'pretty' }],
    }));
  it('operation ids are there once', () => {
    const ids = collect(all.paths, 'operationId') as string[];
    expect(new Set(ids).size).toBe(ids.length);
  });
  it('each served verb has its path, and only those', () => {
    for (const { gvr, declaration, verbs } of definitions) {
      const root = gvr.group === '' ? '/api/v1' : `/apis/${gvr.group}/${gvr.version}`;
      const item =
        all.paths[`${root}${declaration.namespaced ? '/namespaces/{namespace}' : ''}/${gvr.resource}/{name}`];
      expect(item?.['get'] !== undefined).toBe(verbs.includes('get'));
      expect(item?.['delete'] !== undefined).toBe(verbs.includes('delete'));
    }
  });
  it('delete answers what the kind answers', () => {
    const answerOf = (path: string) =>
      (collect(all.paths[path]!['delete'], '$ref') as string[]).map((ref) => ref.split('.').at(-1));
    expect(answerOf('/api/v1/namespaces/{namespace}/configmaps/{name}')).toContain('Status');
  });
});

describe('OpenAPI v2', () => {
  it('C-297 definitions carry their kinds and references lead somewhere', () => {
    expect(swagger.swagger).toBe('2.0');
    expect(swagger.definitions['io.orch.api.core.v1.ConfigMap']).toMatchObject({
      'x-orch-group-version-kind': [{ group: '', version: 'v1', kind: 'ConfigMap' }],
    });
    for (const ref of new Set(collect(swagger, '$ref') as string[])) {
      expect(Object.keys(swagger.definitions)).toContain(ref.replace('#/definitions/', ''));
    }
  });
  it('says nothing that Swagger 2.0 has no word for', () => {
    for (const key of ['oneOf', 'nullable', 'requestBody', 'content'])
      expect(collect(swagger.paths, key).concat(collect(swagger.definitions, key))).toEqual([]);
  });
  it('writes int-or-string as a format', () => {
    const document: OpenApiDocument = {
      ...all,
      paths: {},
      components: { schemas: { p: { 'x-orch-int-or-string': true, oneOf: [] } } },
    };
    expect(toSwagger(document, 'x-orch-').definitions).toEqual({ p: { type: 'string', format: 'int-or-string' } });
  });
  it('C-297 the protobuf form has the same content', () => {
    const fields = readFields(encodeSwagger(swagger));
    expect(fields.get(1)![0]!.toString()).toBe('2.0');
    const names = (list: Buffer[]) => list.map((entry) => readFields(entry).get(1)![0]!.toString());
    expect(names(readFields(fields.get(8)![0]!).get(2)!)).toEqual(Object.keys(swagger.paths));
    const definitionsOf = readFields(fields.get(9)![0]!).get(1)!;
    expect(names(definitionsOf)).toEqual(Object.keys(swagger.definitions));
    const configMap = definitionsOf.find(
      (entry) => readFields(entry).get(1)![0]!.toString() === 'io.orch.api.core.v1.ConfigMap',
    )!;
    const schema = readFields(readFields(configMap).get(2)![0]!);
    expect(names(readFields(schema.get(25)![0]!).get(1)!)).toContain('binaryData');
    expect(readFields(schema.get(22)![0]!).get(1)![0]!.toString()).toBe('object');
  });
});

describe('OpenApiDocuments', () => {
  const documents = new OpenApiDocuments(definitions, vocabulary, 'v1.24.0');
  it('C-298 the index links every group version by its hash', () => {
    const { paths } = JSON.parse(documents.index().bytes.toString()) as {
      paths: Record<string, { serverRelativeURL: string }>;
    };
    expect(Object.keys(paths)).toContain(`apis/${vocabulary.groups.coordination}/v1`);
    for (const [path, { serverRelativeURL }] of Object.entries(paths)) {
      expect(serverRelativeURL).toBe(`/openapi/v3/${path}?hash=${documents.groupVersion(path)!.hash}`);
    }
  });
  it('the hash changes with the content only', () => {
    const again = new OpenApiDocuments(definitions, vocabulary, 'v1.24.0');
    expect(again.groupVersion('api/v1')!.hash).toBe(documents.groupVersion('api/v1')!.hash);
    expect(new OpenApiDocuments(definitions, vocabulary, 'v1.25.0').groupVersion('api/v1')!.hash).not.toBe(
      documents.groupVersion('api/v1')!.hash,
    );
  });
});

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
