import { partialMetadataCodec, protobufCodec } from '@orch/api';
import { CborWriter, decodeCbor, decodeYaml, type ApiObject } from '@orch/apimachinery';
import type { ListPage, ResourceStore } from '@orch/registry';
import { startTestRegistry, testWrite, type TestRegistry } from '@orch/testing';
import { cborRepresentation } from './cbor-representation.js';
import { jsonRepresentation } from './json-representation.js';
import { partialRepresentation } from './partial-representation.js';
import type { PieceList } from './representation.js';
import { partialProtobufRepresentation, protobufRepresentation } from './protobuf-representation.js';
import { tableRepresentation, type IncludeObject } from './table-representation.js';
import { yamlRepresentation } from './yaml-representation.js';

interface Collection {
  readonly kind: string;
  readonly items: ApiObject[];
  readonly columnDefinitions: { name: string; type: string; description: string }[];
  readonly rows: { cells: unknown[]; object?: unknown }[];
}

describe('lists in pieces', () => {
  let test: TestRegistry;
  let store: ResourceStore;
  let page: ListPage;
  /** Enough for several pieces: a value of 4,000 bytes each. */
  const names = Array.from({ length: 300 }, (_, n) => `x${String(n).padStart(3, '0')}`);

  beforeAll(async () => {
    test = await startTestRegistry();
    store = test.store('configmaps');
    const write = (name: string) =>
      store.writer.create(testWrite('t1'), {
        value: { metadata: { name }, data: { text: `ü${'x'.repeat(4_000)}` } },
        duplicateFields: [],
      });
    await Promise.all(names.map(write));
    page = await store.list({ limit: 0 }, { namespace: 't1', name: undefined, labels: undefined, fields: undefined });
  });
  afterAll(() => test.close());

  const joined = (list: PieceList) => {
    const pieces = [...list.pieces] as Buffer[];
    const bytes = Buffer.concat(pieces);
    return { pieces, bytes, value: JSON.parse(bytes.toString()) as Collection };
  };

  it('C-062 joins stored bytes, without the kind of each item, with a known length', () => {
    const list = jsonRepresentation.list(store, page);
    const { pieces, bytes, value } = joined(list);
    expect(pieces.length).toBeGreaterThan(3);
    expect(list.bytes).toBe(bytes.length);
    expect(value.kind).toBe('ConfigMapList');
    expect(value.items.map((item) => item.metadata.name)).toEqual(names);
    expect(value.items.every((item) => item.kind === undefined && item.apiVersion === undefined)).toBe(true);
    expect(value.items[0]).toEqual({ ...page.entries[0]!.parse(), kind: undefined, apiVersion: undefined });
  });

  it('C-061 writes an empty list as []', () => {
    const list = jsonRepresentation.list(store, { ...page, entries: [] });
    const { bytes, value } = joined(list);
    expect(list.bytes).toBe(bytes.length);
    expect(value.items).toEqual([]);
  });

  it('C-084 writes the same content in YAML, a few items per piece, with turns of others between them', () => {
    const forms = [
      jsonRepresentation,
      partialRepresentation('meta.orch.io/v1'),
      tableRepresentation('meta.orch.io/v1', 'Object', () => 0),
    ];
    for (const form of forms) {
      for (const shown of [page, { ...page, entries: [] }]) {
        const pieces = [...yamlRepresentation(form).list(store, shown).pieces] as Buffer[];
        expect(pieces.length).toBeGreaterThan(shown.entries.length / 100);
        expect(decodeYaml(Buffer.concat(pieces)).value).toEqual(joined(form.list(store, shown)).value);
      }
    }
  });

  it('writes a large item in CBOR in steps', async () => {
    const data = Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`k${i}`, 'v'.repeat(100)]));
    await store.writer.create(testWrite('t2'), { value: { metadata: { name: 'large' }, data }, duplicateFields: [] });
    const large = await store.list(
      { limit: 0 },
      { namespace: 't2', name: undefined, labels: undefined, fields: undefined },
    );
    const steps = jest.spyOn(CborWriter.prototype, 'steps');
    const bytes = Buffer.concat([
      ...cborRepresentation(jsonRepresentation, false).list(store, large).pieces,
    ] as Buffer[]);
    expect(steps).toHaveBeenCalled();
    steps.mockRestore();
    expect((decodeCbor(bytes).value as { items: { data: object }[] }).items[0]!.data).toEqual(data);
  });

  it('writes the same content in CBOR, a few items per piece, with keys in order', () => {
    for (const form of [jsonRepresentation, partialRepresentation('meta.orch.io/v1')]) {
      for (const shown of [page, { ...page, entries: [] }]) {
        const pieces = [...cborRepresentation(form, false).list(store, shown).pieces] as Buffer[];
        expect(pieces.length).toBeGreaterThan(shown.entries.length / 100);
        const bytes = Buffer.concat(pieces);
        const value = decodeCbor(bytes).value as object;
        expect(value).toEqual(joined(form.list(store, shown)).value);
        expect(Object.keys(value)).toEqual(['kind', 'items', 'metadata', 'apiVersion']);
        expect(bytes.subarray(0, 3).toString('hex')).toBe('d9d9f7');
      }
    }
  });

  it('C-084 an item of many members is written in YAML in many steps', () => {
    const data = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`k${n}`, 'v']));
    const json = {
      ...jsonRepresentation,
      list: () => ({ pieces: [Buffer.from(JSON.stringify({ kind: 'L', items: [{ data }, { data }] }))] }),
    };
    const pieces = [...yamlRepresentation(json).list(store, page).pieces] as Buffer[];
    expect(pieces.length).toBeGreaterThan(50);
    expect(decodeYaml(Buffer.concat(pieces)).value).toEqual({ kind: 'L', items: [{ data }, { data }] });
  });

  it('C-063 a row of a large object is a piece, although the row is short', () => {
    const large = Buffer.from(JSON.stringify({ ...page.entries[0]!.parse(), data: { text: 'x'.repeat(1_000_000) } }));
    const entries = Array.from(
      { length: 5 },
      () => ({ ...page.entries[0]!, bytes: large }) as (typeof page.entries)[0],
    );
    const table = tableRepresentation('meta.orch.io/v1', 'None', () => 0);
    expect([...table.list(store, { ...page, entries }).pieces]).toHaveLength(entries.length + 1);
  });

  it('C-084 multi-line strings survive YAML', () => {
    const items = Array.from({ length: 200 }, (_, i) => ({
      text: ['a\nb', ' a\n', '\n- b\n\n', ''][i % 4],
      list: [[i]],
      none: {},
    }));
    const json = {
      ...jsonRepresentation,
      list: () => ({ pieces: [Buffer.from(JSON.stringify({ kind: 'L', items }))] }),
    };
    const pieces = [...yamlRepresentation(json).list(store, page).pieces] as Buffer[];
    expect(decodeYaml(Buffer.concat(pieces)).value).toEqual({ kind: 'L', items });
  });

  it('C-081 keeps only metadata', () => {
    const { pieces, value } = joined(partialRepresentation('meta.orch.io/v1').list(store, page));
    expect(pieces.length).toBeGreaterThan(0);
    expect(value.kind).toBe('PartialObjectMetadataList');
    expect(value.items.map((item) => [item.metadata.name, item['data']])).toEqual(
      names.map((name) => [name, undefined]),
    );
  });

  it('C-081 A-093 keeps only metadata in protobuf', () => {
    const list = partialProtobufRepresentation('meta.orch.io/v1', 'application/vnd.orch.protobuf', false).list(
      store,
      page,
    );
    const pieces = [...list.pieces] as Buffer[];
    // Others run before the first byte.
    expect(pieces[0]).toHaveLength(0);
    const { metadata, items } = partialMetadataCodec('meta.orch.io/v1').decodeList(Buffer.concat(pieces));
    expect(metadata['resourceVersion']).toBe(String(page.revision));
    expect(items).toEqual(
      page.entries.map((entry) => ({
        kind: 'PartialObjectMetadata',
        apiVersion: 'meta.orch.io/v1',
        metadata: entry.parse().metadata,
      })),
    );
  });

  it('A-093 C-062 writes each object in protobuf', () => {
    const list = protobufRepresentation('application/vnd.orch.protobuf', false).list(store, page);
    const { items } = protobufCodec(store.definition)!.decodeList(Buffer.concat([...list.pieces] as Buffer[]));
    expect(items).toEqual(page.entries.map((entry) => entry.parse()));
  });

  it('A-088 A-089 C-080 has two default columns', () => {
    const { columns: _columns, ...declaration } = store.definition.declaration;
    const plain = { ...store.definition, declaration };
    const entry = page.entries[0]!;
    const table = tableRepresentation('meta.orch.io/v1', 'None', () => 0);
    const { columnDefinitions, rows } = JSON.parse(table.item(plain, entry.bytes).toString()) as Collection;
    expect(columnDefinitions.map(({ name, type }) => [name, type])).toEqual([
      ['Name', 'string'],
      ['Created At', 'date'],
    ]);
    const { name, creationTimestamp } = plain.vocabulary.metadataDescriptions;
    expect(columnDefinitions.map(({ description }) => description)).toEqual([name, creationTimestamp]);
    expect(rows).toEqual([{ cells: ['x000', entry.parse().metadata.creationTimestamp] }]);
  });

  it('a row has the conditions that its kind declares', () => {
    const ended = [{ type: 'Completed', status: 'True' }];
    const rowConditions = ({ metadata }: ApiObject) => (metadata.name === 'x001' ? ended : undefined);
    const definition = { ...store.definition, declaration: { ...store.definition.declaration, rowConditions } };
    const table = tableRepresentation('meta.orch.io/v1', 'None', () => 0);
    const [first, second] = page.entries.map(
      ({ bytes }) => (JSON.parse(table.item(definition, bytes).toString()) as Collection).rows[0],
    );
    expect([first, second]).toEqual([{ cells: expect.any(Array) }, { cells: expect.any(Array), conditions: ended }]);
  });

  it('C-065 rows contain the object as requested by includeObject', () => {
    const objects = (include: IncludeObject) => {
      const { value } = joined(tableRepresentation('meta.orch.io/v1', include, () => 0).list(store, page));
      return value.rows.map(({ object }) => object);
    };
    const whole = page.entries.map((entry) => entry.parse());
    expect(objects('None')).toEqual(whole.map(() => undefined));
    expect(objects('Object')).toEqual(whole);
    expect(objects('Metadata')).toEqual(
      whole.map(({ metadata }) => ({ kind: 'PartialObjectMetadata', apiVersion: 'meta.orch.io/v1', metadata })),
    );
  });

  it('C-063 C-071 writes a row for each object', () => {
    const table = tableRepresentation('meta.orch.io/v1', 'Object', () => 0);
    const { pieces, value } = joined(table.list(store, page));
    expect(pieces.length).toBeGreaterThan(3);
    expect(value.kind).toBe('Table');
    expect(value.rows.map((row) => row.cells.slice(0, 2))).toEqual(names.map((name) => [name, 1]));
  });

  it('sorts the rows of a kind by rank and name, for which no object is parsed', () => {
    const { declaration } = store.definition;
    const isOdd = (name: string) => Number(name.slice(1)) % 2;
    const ranked = { ...declaration, rowRank: ({ metadata }: ApiObject) => isOdd(metadata.name!) };
    const { schema, definitions } = store.definition;
    const definition = { ...store.definition, schema, definitions, declaration: ranked };
    const parse = jest.spyOn(JSON, 'parse');
    const shuffled = { ...page, entries: page.entries.toReversed() };
    const list = tableRepresentation('meta.orch.io/v1', 'None', () => 0).list(
      { definition, form: store.form },
      shuffled,
    );
    expect(Math.max(...parse.mock.calls.map(([text]) => text.length))).toBeLessThan(100);
    parse.mockRestore();
    expect(joined(list).value.rows.map(({ cells }) => cells[0])).toEqual([
      ...names.filter((name) => !isOdd(name)),
      ...names.filter(isOdd),
    ]);
  });
});
