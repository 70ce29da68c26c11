import { atOnce, type ApiObject } from '@orch/apimachinery';
import { Entry, objectKey, type Change, type CustomResource, type Registry } from '@orch/registry';
import { vocabularies } from '@orch/vocabulary';
import { Subject } from 'rxjs';
import { definitionIn, definitionInSteps } from '../custom-kind/definition-contents.js';
import { CustomResources } from './custom-resources.js';

function entryOf(
  revision: number,
  { generation = 1, property = 'a', shortName = 't', note = '', established = 'True', plural = 'things' } = {},
): Entry {
  const name = `${plural}.x.example.com`;
  const definition = {
    metadata: { name, uid: 'u', generation, annotations: { note } },
    spec: {
      group: 'x.example.com',
      scope: 'Namespaced',
      names: { plural, kind: 'Thing', shortNames: [shortName] },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object', properties: { [property]: { type: 'string' } } } },
        },
      ],
    },
    status: { conditions: [{ type: 'Established', status: established }] },
  };
  const bytes = Buffer.from(JSON.stringify(definition));
  return new Entry(objectKey('', name), revision, bytes, () => ({ labels: undefined, fields: {} }));
}

/** Custom resources of a registry whose changes the test makes. */
async function following(...stored: readonly Entry[]) {
  const changes = new Subject<Change>();
  const resources: CustomResource[] = [];
  const registry = {
    revision: 0,
    isBuiltin: () => false,
    changesOf: () => changes,
    entriesOf: () => stored,
    serve: (resource: CustomResource) => void resources.push(resource),
    withdraw: () => undefined,
  };
  const served = new CustomResources(vocabularies.orch, 33, () => ({}) as never);
  await served.follow(registry as unknown as Registry);
  const change = (entry: Entry, type: Change['type'] = 'MODIFIED'): jest.SpyInstance => {
    const parse = jest.spyOn(entry, 'parse');
    registry.revision = entry.revision;
    changes.next({ type, entry, revision: entry.revision } as Change);
    return parse;
  };
  return { served, resources, change };
}

describe('changes of definitions', () => {
  it('decode the new state once, and the state before not again', async () => {
    const { resources, change } = await following();
    const first = change(entryOf(5));
    const second = change(entryOf(6, { note: 'changed' }));
    const third = change(entryOf(7, { generation: 2, shortName: 'tt' }));
    expect([first, second, third].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 1]);
    // The annotation is none of what is served.
    expect(resources.map(({ currentSince }) => currentSince)).toEqual([5, 5]);
  });

  it('make objects that were written before those of another form, if their schema has changed', async () => {
    const { resources, change } = await following();
    change(entryOf(5));
    change(entryOf(8, { generation: 2, property: 'b' }));
    expect(resources.map(({ currentSince }) => currentSince)).toEqual([5, 8]);
  });
});

it('the list of served kinds is another one only when a served definition changes', async () => {
  const { served, change } = await following();
  const none = served.served;
  change(entryOf(5, { established: 'False' }));
  expect(served.served).toBe(none);
  change(entryOf(6));
  const one = served.served;
  expect(one.map(({ gvr }) => gvr.resource)).toEqual(['things']);
  change(entryOf(7, { note: 'changed' }));
  expect(served.served).toBe(one);
  change(entryOf(8, { established: 'False' }));
  expect(served.served).toEqual([]);
});

it('kinds are in the order of the names of their definitions', async () => {
  const { served, change } = await following();
  const inOrder = () => served.served.map(({ gvr }) => gvr.resource).join(' ');
  for (const plural of ['c', 'a', 'd', 'b']) change(entryOf(5, { plural }));
  expect(inOrder()).toBe('a b c d');
  change(entryOf(6, { plural: 'b' }), 'DELETED');
  change(entryOf(7, { plural: 'd', shortName: 'x', generation: 2 }));
  expect(inOrder()).toBe('a c d');
  change(entryOf(8, { plural: 'aa' }));
  change(entryOf(9, { plural: 'a' }), 'DELETED');
  expect(inOrder()).toBe('aa c d');
});

describe('definitions that are there at the start', () => {
  it('are decoded without their schemas, also when their spec changes for the first time', async () => {
    const first = entryOf(5);
    const parse = jest.spyOn(first, 'parse');
    const { resources, change } = await following(first);
    expect(parse).toHaveBeenCalledTimes(0);
    const second = change(entryOf(7, { generation: 2, shortName: 'tt' }));
    change(entryOf(9, { generation: 3, property: 'b' }));
    expect([parse, second].map(({ mock }) => mock.calls.length)).toEqual([0, 1]);
    // The short name changes nothing in the objects, another property does.
    expect(resources.map(({ currentSince }) => currentSince)).toEqual([5, 5, 9]);
  });

  it('keep what is known of their objects when their status changes', async () => {
    const { resources, change } = await following(entryOf(5, { established: 'False' }));
    change(entryOf(6));
    change(entryOf(8, { generation: 2, property: 'b' }));
    expect(resources.map(({ currentSince }) => currentSince)).toEqual([5, 8]);
  });
});

describe('definitions that are there at the start', () => {
  const version = (name: string, more: object) => ({
    name,
    served: true,
    storage: false,
    schema: { openAPIV3Schema: { type: 'object', required: [name], properties: { schema: { type: 'string' } } } },
    ...more,
  });
  const stored = (metadata: object): Entry => {
    const name = 'things.x.example.com';
    const names = { plural: 'things', singular: 'thing', kind: 'Thing', shortNames: ['t'], categories: ['all'] };
    const definition = {
      metadata: { managedFields: [{ fieldsV1: { 'f:spec': {} } }], name, uid: 'u', ...metadata },
      spec: {
        group: 'x.example.com',
        scope: 'Cluster',
        names,
        versions: [
          version('v1', { storage: true, subresources: { status: {} } }),
          version('v2', {
            deprecated: true,
            deprecationWarning: 'use v1',
            subresources: { scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' } },
            additionalPrinterColumns: [{ name: 'Schema', type: 'string', jsonPath: '.schema' }],
            selectableFields: [{ jsonPath: '.schema' }],
          }),
          version('v3', { served: false }),
        ],
      },
      status: { acceptedNames: names, conditions: [{ type: 'Established', status: 'True' }] },
    };
    return new Entry(objectKey('', name), 5, Buffer.from(JSON.stringify(definition)), () => ({
      labels: undefined,
      fields: {},
    }));
  };

  it.each([{ generation: 1 }, {}])('are served as ones that are created (%j)', async (metadata) => {
    const atStart = await following(stored(metadata));
    const created = await following();
    created.change(stored(metadata), 'ADDED');
    const facts = ({ resources }: typeof atStart): unknown[] =>
      resources.map(({ stored: kind, served, unserved = [] }) =>
        [kind, ...served, ...unserved].map((one) => {
          const { gvk, gvr, declaration, subresources, discoveredVerbs, deprecation } = one;
          const violations = atOnce(one.strategy.validateInSteps!({ metadata: {} } as ApiObject, {} as never));
          const columns = declaration.columns!.map(({ name, description }) => [name, description]);
          const fields = Object.keys(declaration.selectableFields ?? {});
          const names = [...subresources.keys()];
          return { gvk, gvr, declaration, names, discoveredVerbs, deprecation, columns, fields, violations };
        }),
      );
    expect(JSON.stringify(facts(atStart), null, 1)).toBe(JSON.stringify(facts(created), null, 1));
    expect(JSON.stringify(facts(atStart))).toContain('v3');
    const verbs = '["delete","deletecollection","get","list","patch","create","update","watch"]'; // as in kube-apiserver
    expect(JSON.stringify(facts(atStart))).toContain(verbs);
  });
});

describe('the definition of an entry', () => {
  it('is decoded once for all who read it', () => {
    const entry = entryOf(5);
    const parse = jest.spyOn(entry, 'parse');
    const definition = definitionIn(entry);
    expect(definitionIn(entry)).toBe(definition);
    expect(definitionInSteps(entry).next()).toEqual({ done: true, value: definition });
    expect(parse).toHaveBeenCalledTimes(1);
    expect(definition.metadata.name).toBe('things.x.example.com');
  });
});
