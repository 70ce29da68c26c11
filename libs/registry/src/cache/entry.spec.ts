import { builtinKinds, compileKinds } from '@orch/api';
import { type ApiObject, parseLabelSelector } from '@orch/apimachinery';
import { vocabularies } from '@orch/vocabulary';
import { selectsContent } from '../watch/object-filter.js';
import { Entry, factReader } from './entry.js';

const PADDING = 'x'.repeat(70_000);
const entryOf = (json: string, fields: Parameters<typeof factReader>[0] = {}): Entry =>
  new Entry('n\0a', 7, Buffer.from(json), factReader(fields));

/** A value at a path. */
const nested = (path: readonly string[], value: unknown): Record<string, unknown> => {
  const [name = '', ...rest] = path;
  return { [name]: rest.length === 0 ? value : nested(rest, value) };
};

describe('selector facts of a large object', () => {
  const kinds = compileKinds(builtinKinds, vocabularies.kubernetes, 34).filter(
    ({ declaration }) => declaration.selectableFields,
  );

  it('are those of the parsed object, for every field of every kind', () => {
    expect(kinds.length).toBeGreaterThan(10);
    for (const { declaration, apiVersion } of kinds) {
      const { selectableFields, kind } = declaration;
      for (const path of [...Object.keys(selectableFields!), 'status.podIPs', 'source.component', 'involvedObject.uid'])
        for (const value of ['v', 3, true, [{ ip: '::1' }, { ip: '10.0.0.1' }], null]) {
          if (Array.isArray(value) !== path.endsWith('podIPs')) continue;
          const object = {
            ...{ kind, apiVersion, metadata: { name: 'a', labels: { a: 'b' }, annotations: { PADDING } } },
            ...nested(path.split('.'), value),
          };
          const { selectorFacts } = entryOf(JSON.stringify(object), selectableFields);
          const { labels, fields } = factReader(selectableFields)(object as ApiObject);
          expect([kind, path, selectorFacts.labels, selectorFacts.fields]).toEqual([kind, path, labels, fields]);
        }
    }
  });

  it('are read without parsing anything else', () => {
    const fields = { 'spec.node': (object: ApiObject) => (object['spec'] as { node: string }).node };
    const entry = entryOf(
      `{"kind":"K","metadata":{"name":"a","labels":{"a":"b"}},"spec":{"list":[broken,"${PADDING}"],"node":"n"}}`,
      fields,
    );
    expect([entry.selectorFacts.labels, entry.fieldValue('spec.node'), entry.isRead]).toEqual([{ a: 'b' }, 'n', true]);
    expect(() => entry.parse()).toThrow(SyntaxError);
  });

  it('find one of many labels without parsing them, also after the bytes were moved', () => {
    const many = Array.from({ length: 4_000 }, (_, n) => `"label-${n}":"value-${n}"`).join();
    const entry = entryOf(`{"kind":"K","metadata":{"name":"a","labels":{"none":broken,${many}}},"data":{}}`);
    const selects = (text: string) =>
      selectsContent({ namespace: 'n', name: undefined, labels: parseLabelSelector(text), fields: undefined }, entry);
    const texts = ['label-0=value-0', 'label-3999 in (a,value-3999)', 'label-7=value-8', '!label-5', '!none,!b', 'b'];
    const expected = [true, true, false, false, true, false];
    expect(texts.map(selects)).toEqual(expected);
    entry.moveInto(Buffer.alloc(entry.length + 10, '?'), 10);
    expect(texts.map(selects)).toEqual(expected);
  });

  it('have no labels when the object has none', () => {
    const { selectorFacts } = entryOf(JSON.stringify({ kind: 'K', metadata: { name: 'a' }, data: { PADDING } }));
    expect([selectorFacts.labels, selectorFacts.fields]).toEqual([undefined, {}]);
  });
});
