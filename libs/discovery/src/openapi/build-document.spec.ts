import { atOnce } from '@orch/apimachinery';
import type { PublishedSchema } from '@orch/api';
import { vocabularies } from '@orch/vocabulary';
import { buildDocument, type KnownParts } from './build-document.js';
import type { DocumentPart } from './document-part.js';
import type { DocumentInfo } from './formats/document-format.js';
import { openApiJson, swaggerJson } from './formats/json-formats.js';
import { openApiProtobuf } from './formats/openapi-protobuf.js';
import { swaggerProtobuf } from './formats/swagger-protobuf.js';
import { openApiNaming } from './naming.js';

const PROPERTIES = 3_000;
/** Most properties that may be encoded in one step. */
const STEP_PROPERTIES = 1_000;
const INFO = { title: 'orch', version: '1', hasSecurity: true };
const naming = openApiNaming(vocabularies.orch);

/** A schema of many properties, and how often it was read. */
class LargeSchema implements PublishedSchema {
  readCount = 0;
  /** Properties that were read. */
  properties = 0;

  *document(): Generator<undefined, Record<string, unknown>> {
    this.readCount++;
    yield;
    const inner = { enum: [{ a: 1 }, 'b'], required: ['a'], properties: { a: { type: 'string' } } };
    const counted = Object.defineProperty(inner, 'type', {
      enumerable: true,
      get: () => (this.properties++, 'object'),
    });
    const names = Array.from({ length: PROPERTIES }, (_, n) => [`p${n}`, counted]);
    return { type: 'object', properties: Object.fromEntries(names) };
  }
}

function* partsOf(...sources: readonly PublishedSchema[]): Generator<DocumentPart | undefined> {
  yield { in: 'paths', name: '/b', value: { get: { responses: {} } } };
  for (const [at, source] of sources.entries()) {
    const path = function* () {
      yield;
      return { get: { responses: {}, description: `${source.constructor.name} ${at}` } };
    };
    yield { in: 'paths', name: `/c${at}`, value: {}, custom: { source, document: path } };
    const custom = { source, document: (version: 'v2' | 'v3') => source.document(version, 'Meta') };
    yield { in: 'schemas', name: `C${at}`, value: {}, custom };
  }
  yield { in: 'schemas', name: 'A', value: { type: 'string' } };
}

function* given(parts: readonly DocumentPart[]): Generator<DocumentPart> {
  yield* parts;
}

describe.each([
  { name: 'OpenAPI 3 as JSON', format: openApiJson },
  { name: 'OpenAPI 3 as protobuf', format: openApiProtobuf },
  { name: 'Swagger as JSON', format: swaggerJson(naming) },
  { name: 'Swagger as protobuf', format: swaggerProtobuf(naming) },
])('$name', ({ format }) => {
  it('is encoded in steps of some properties of a large custom schema', () => {
    const schema = new LargeSchema();
    const work = buildDocument(partsOf(schema), INFO, format, new WeakMap());
    let longest = 0;
    for (let before = 0, step = work.next(); !step.done; step = work.next()) {
      longest = Math.max(longest, schema.properties - before);
      before = schema.properties;
    }
    expect(schema.properties).toBeGreaterThanOrEqual(PROPERTIES);
    expect(longest).toBeLessThanOrEqual(STEP_PROPERTIES);
  });

  it.each<[string, DocumentInfo, (parts: DocumentPart[]) => DocumentPart[]]>([
    ['info', { ...INFO, title: 'other' }, (parts) => parts],
    ['name of a part', INFO, ([first, ...rest]) => [{ ...first!, name: '/a' }, ...rest]],
    ['content of a part', INFO, ([first, ...rest]) => [{ ...first!, value: { get: { responses: {}, tags: ['a'] } } }, ...rest]],
    ['place of a part', INFO, (parts) => parts.map((part, at) => (at === 1 ? { ...part, in: 'paths', value: {} } : part))],
    ['number of parts', INFO, (parts) => parts.slice(1)],
  ])('has another hash with another %s', (_what, info, change) => {
    const own = [...partsOf()].filter((part) => part !== undefined);
    const hashOf = (of: DocumentInfo, parts: DocumentPart[]) =>
      atOnce(buildDocument(given(parts), of, format, new WeakMap())).hash;
    expect(hashOf(info, change(own))).not.toBe(hashOf(INFO, own));
    expect(hashOf(INFO, own.toReversed())).toBe(hashOf(INFO, own));
  }); // prettier-ignore

  it('hashes the parts of one custom kind in a step', () => {
    const sources = Array.from({ length: 3 }, () => new LargeSchema());
    const known: KnownParts = new WeakMap();
    const work = buildDocument(partsOf(...sources), INFO, format, known);
    let most = 0;
    for (let step = work.next(), before = 0; !step.done; step = work.next()) {
      const now = sources.filter((source) => known.has(source)).length;
      most = Math.max(most, now - before);
      before = now;
    }
    expect(most).toBe(1);
  });

  it('reuses the parts of custom kinds that have not changed', () => {
    const known: KnownParts = new WeakMap();
    const [first, second, third] = [new LargeSchema(), new LargeSchema(), new LargeSchema()];
    atOnce(buildDocument(partsOf(first, second), INFO, format, known));
    const again = atOnce(buildDocument(partsOf(first, third), INFO, format, known));
    expect([first, second, third].map(({ readCount }) => readCount)).toEqual([1, 1, 1]);
    expect(again).toEqual(atOnce(buildDocument(partsOf(first, third), INFO, format, new WeakMap())));
    expect(again.pieces).toContain(known.get(first)!.parts.get('C0'));
  });
});
