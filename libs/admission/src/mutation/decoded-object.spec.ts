import { builtinKinds, compileKinds } from '@orch/api';
import type { ApiObject } from '@orch/apimachinery';
import { vocabularies } from '@orch/vocabulary';
import { decodedObject } from './decoded-object.js';

const kinds = compileKinds(builtinKinds, vocabularies.orch);
const definitionOf = (kind: string) => kinds.find(({ gvk }) => gvk.kind === kind && gvk.version === 'v1')!;
const maps = definitionOf('ConfigMap');
const pods = definitionOf('Pod');

const decode = (definition: typeof maps, value: unknown): ApiObject => {
  const { schema } = definition;
  const decoded = schema.decode(value, { unknownFields: [], duplicateFields: [] });
  return schema.applyDefaults(decoded) as unknown as ApiObject;
};
const before = decode(maps, { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'm' }, data: { b: '1', a: '2' } });
const labelled = { ...before, metadata: { ...before.metadata, labels: { a: 'b' } } };

describe('decodedObject', () => {
  it('does not decode again what a mutation has left as it was', () => {
    const mutated = decodedObject(maps, before, labelled, 'refused', true);
    expect(mutated).toEqual(labelled);
    expect(mutated['data']).toBe(before['data']);
  });

  const results: Record<string, (object: ApiObject) => object> = {
    'a changed member': (object) => ({ ...object, data: { c: '3', b: null } }),
    'an added member': (object) => ({ ...object, binaryData: { c: 'AAAA' }, immutable: true }),
    'a removed member': ({ data: _, ...rest }: ApiObject) => rest,
    'an unknown member': (object) => ({ ...object, unknown: {} }),
    'another order': ({ metadata, ...rest }) => ({ ...rest, metadata }),
    'a member that is null': (object) => ({ ...object, data: null }),
  };
  it.each(Object.keys(results))('gives the same with and without what it knows of the object before: %s', (name) => {
    const result = results[name]!(labelled as ApiObject);
    const [known, unknown] = [true, false].map((isDecoded) =>
      JSON.stringify(decodedObject(maps, before, result, 'dropped', isDecoded)),
    );
    expect(known).toBe(unknown);
  });

  it('fills defaults of changed members', () => {
    const pod = decode(pods, {
      ...{ kind: 'Pod', apiVersion: 'v1', metadata: { name: 'p' } },
      spec: { containers: [{ name: 'c', image: 'i' }] },
    });
    const spec = {
      ...(pod['spec'] as object),
      containers: [{ name: 'c', image: 'i', ports: [{ containerPort: 80 }] }],
    };
    const [known, unknown] = [true, false].map((isDecoded) =>
      JSON.stringify(decodedObject(pods, pod, { ...pod, spec }, 'refused', isDecoded)),
    );
    expect(known).toBe(unknown);
    expect(known).toContain('"protocol":"TCP"');
  });
});
