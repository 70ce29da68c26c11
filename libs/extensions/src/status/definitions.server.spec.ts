import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Agent } from 'undici';
import { TestServer } from '@orch/server-testing';
import { temporaryDirectory, type TemporaryDirectory } from '@orch/testing';
import type { DefinitionParts } from './definition-parts.js';

const DEFINITIONS = '/apis/apiextensions.orch.io/v1/customresourcedefinitions';
const WIDGETS = '/apis/example.com/v1/namespaces/default/widgets';

const definitionOf = (plural: string, kind: string, more: object = {}) => ({
  metadata: { name: `${plural}.example.com` },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural, kind, ...more },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
  },
});

/** Looks again until it holds: each look is a request. The test fails by its own timeout. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await nextTurn();
}

describe('the status of definitions', () => {
  let server: TestServer;
  let agent: Agent;
  const send = (request: string, body?: object, type = 'application/json') => {
    const [method = '', path = ''] = request.split(' ');
    return server.call(path, { method, agent, headers: { 'content-type': type }, ...(body ? { body } : {}) });
  };
  const read = async (name: string) => (await send(`GET ${DEFINITIONS}/${name}`)).json as unknown as DefinitionParts;
  const conditions = async (name: string) =>
    ((await read(name)).status?.conditions ?? []).map(({ type, status, reason }) => `${type} ${status} ${reason}`);
  const reaches = (name: string, condition: string) => until(async () => (await conditions(name)).includes(condition));
  const isGone = (name: string) => until(async () => (await send(`GET ${DEFINITIONS}/${name}`)).code === 404);
  const create = async (definition: object) => {
    const { code, text } = await send(`POST ${DEFINITIONS}`, definition);
    if (code !== 201) throw new Error(text);
  };

  let directory: TemporaryDirectory;
  const start = async () => {
    server = await TestServer.start({ dataDir: directory.path });
    agent = await server.admin();
  };

  beforeAll(async () => {
    directory = await temporaryDirectory();
    await start();
  });
  afterEach(async () => {
    for (const { metadata } of (await send(`GET ${DEFINITIONS}`)).json['items'] as DefinitionParts[]) {
      await send(`DELETE ${DEFINITIONS}/${metadata.name}`);
      await isGone(metadata.name!);
    }
  });
  afterAll(async () => {
    await server.close();
    await directory.remove();
  });

  it('C-306 the path is served once the condition Established is true', async () => {
    await create(definitionOf('widgets', 'Widget'));
    await reaches('widgets.example.com', 'Established True InitialNamesAccepted');
    expect((await send(`GET ${WIDGETS}`)).code).toBe(200);
    expect((await read('widgets.example.com')).status?.acceptedNames).toEqual({
      plural: 'widgets',
      singular: 'widget',
      kind: 'Widget',
      listKind: 'WidgetList',
    });
  });

  it('a name in use is refused until the definition that has it is gone', async () => {
    await create(definitionOf('widgets', 'Widget', { shortNames: ['w'] }));
    await reaches('widgets.example.com', 'NamesAccepted True NoConflicts');
    await create(definitionOf('wheels', 'Wheel', { shortNames: ['w'] }));
    await reaches('wheels.example.com', 'NamesAccepted False ShortNamesConflict');
    expect(await conditions('wheels.example.com')).toContain('Established False NotAccepted');
    expect((await send('GET /apis/example.com/v1/namespaces/default/wheels')).code).toBe(404);
    await send(`DELETE ${DEFINITIONS}/widgets.example.com`);
    await reaches('wheels.example.com', 'Established True InitialNamesAccepted');
    expect((await send('GET /apis/example.com/v1/namespaces/default/wheels')).code).toBe(200);
  });

  it('a deleted definition goes after its objects, which wait for their finalizers', async () => {
    await create(definitionOf('widgets', 'Widget'));
    await reaches('widgets.example.com', 'Established True InitialNamesAccepted');
    for (const [name, finalizers] of [
      ['free', []],
      ['held', ['example.com/held']],
    ] as const) {
      const object = { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name, finalizers } };
      expect((await send(`POST ${WIDGETS}`, object)).code).toBe(201);
    }
    const deleted = await send(`DELETE ${DEFINITIONS}/widgets.example.com`);
    expect(deleted.code).toBe(200);
    expect(deleted.json['metadata']).toMatchObject({ finalizers: ['customresourcecleanup.apiextensions.orch.io'] });
    expect(deleted.json['metadata']).not.toHaveProperty('deletionGracePeriodSeconds');
    await until(async () => (await send(`GET ${WIDGETS}/free`)).code === 404);
    expect(await conditions('widgets.example.com')).toContain('Terminating True InstanceDeletionInProgress');
    const late = { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'late' } };
    expect((await send(`POST ${WIDGETS}`, late)).code).toBe(405);
    const free = [{ op: 'remove', path: '/metadata/finalizers' }];
    await send(`PATCH ${WIDGETS}/held`, free, 'application/json-patch+json');
    await isGone('widgets.example.com');
    expect((await send(`GET ${WIDGETS}`)).code).toBe(404);
  });

  it('a definition is finalized though one of its name was removed by hand while its objects waited', async () => {
    const patch = (path: string) =>
      send(`PATCH ${path}`, { metadata: { finalizers: null } }, 'application/merge-patch+json');
    await create(definitionOf('widgets', 'Widget'));
    await reaches('widgets.example.com', 'Established True InitialNamesAccepted');
    const metadata = { name: 'held', finalizers: ['example.com/held'] };
    expect((await send(`POST ${WIDGETS}`, { apiVersion: 'example.com/v1', kind: 'Widget', metadata })).code).toBe(201);
    await send(`DELETE ${DEFINITIONS}/widgets.example.com`);
    await reaches('widgets.example.com', 'Terminating True InstanceDeletionInProgress');
    expect((await patch(`${DEFINITIONS}/widgets.example.com`)).code).toBe(200);
    await create(definitionOf('widgets', 'Widget'));
    await reaches('widgets.example.com', 'Established True InitialNamesAccepted');
    await until(async () => (await send(`GET ${WIDGETS}/held`)).code === 200);
    expect((await patch(`${WIDGETS}/held`)).code).toBe(200);
    await send(`DELETE ${DEFINITIONS}/widgets.example.com`);
    await isGone('widgets.example.com');
  });

  it.each(['that never was served', 'that is served no longer'])(
    'a deleted definition %s goes after its objects',
    async (state) => {
      const unserved = [{ op: 'replace', path: '/spec/versions/0/served', value: false }];
      const definition = definitionOf('widgets', 'Widget');
      if (state === 'that never was served') definition.spec.versions[0]!.served = false;
      await create(definition);
      await reaches('widgets.example.com', 'Established True InitialNamesAccepted');
      if (state === 'that is served no longer') {
        const object = { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'left' } };
        expect((await send(`POST ${WIDGETS}`, object)).code).toBe(201);
        const path = `PATCH ${DEFINITIONS}/widgets.example.com`;
        expect((await send(path, unserved, 'application/json-patch+json')).code).toBe(200);
        await until(async () => (await send(`GET ${WIDGETS}`)).code === 404);
      }
      expect((await send(`DELETE ${DEFINITIONS}/widgets.example.com`)).code).toBe(200);
      await isGone('widgets.example.com');
      await create(definitionOf('widgets', 'Widget'));
      await reaches('widgets.example.com', 'Established True InitialNamesAccepted');
      await until(async () => (await send(`GET ${WIDGETS}`)).code === 200);
      expect((await send(`GET ${WIDGETS}`)).json['items']).toEqual([]);
    },
  );

  it('after a restart a name is not given to another definition than before', async () => {
    await create(definitionOf('zebras', 'Zebra', { shortNames: ['z'] }));
    await reaches('zebras.example.com', 'Established True InitialNamesAccepted');
    await create(definitionOf('ants', 'Ant', { shortNames: ['z'] }));
    await reaches('ants.example.com', 'NamesAccepted False ShortNamesConflict');
    await server.close();
    await start();
    await create(definitionOf('wheels', 'Wheel'));
    await reaches('wheels.example.com', 'Established True InitialNamesAccepted');
    expect(await conditions('ants.example.com')).toContain('NamesAccepted False ShortNamesConflict');
    expect(await conditions('zebras.example.com')).toContain('NamesAccepted True NoConflicts');
  });

  it('a definition with the name of a built-in kind is not listed, and its end deletes no object of that kind', async () => {
    const policies = '/apis/networking.orch.io/v1/namespaces/default/networkpolicies';
    const kept = { metadata: { name: 'kept' }, spec: { podSelector: {} } };
    expect((await send(`POST ${policies}`, kept)).code).toBe(201);
    for (const version of ['v1', 'v9']) {
      const plain = definitionOf('networkpolicies', 'NetworkPolicy');
      const name = 'networkpolicies.networking.orch.io';
      const approved = { 'api-approved.orch.io': 'https://example.com/approved' };
      await create({
        metadata: { name, annotations: approved },
        spec: { ...plain.spec, group: 'networking.orch.io', versions: [{ ...plain.spec.versions[0], name: version }] },
      });
      await reaches(name, 'Established True InitialNamesAccepted');
      const group = (await send('GET /apis/networking.orch.io')).json as unknown as {
        versions: readonly { version: string }[];
      };
      expect(group.versions.map((one) => one.version)).not.toContain('v9');
      await send(`DELETE ${DEFINITIONS}/${name}`);
      await isGone(name);
      expect((await send(`GET ${policies}/kept`)).code).toBe(200);
    }
    expect((await send(`DELETE ${policies}/kept`)).code).toBe(200);
  });

  it('a definition that never was established goes at once', async () => {
    await create(definitionOf('widgets', 'Widget'));
    await create(definitionOf('wheels', 'Widget'));
    await reaches('wheels.example.com', 'NamesAccepted False ListKindConflict');
    await send(`DELETE ${DEFINITIONS}/wheels.example.com`);
    await isGone('wheels.example.com');
  });
});
