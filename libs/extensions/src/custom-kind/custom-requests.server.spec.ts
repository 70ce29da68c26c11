import type { Agent } from 'undici';
import { TestServer } from '@orch/server-testing';

const replicas = { type: 'object', properties: { replicas: { type: 'integer' } } };
const embedded = { type: 'object', 'x-orch-embedded-resource': true, 'x-orch-preserve-unknown-fields': true };
const definition = {
  metadata: { name: 'fleets.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Cluster',
    names: { plural: 'fleets', kind: 'Fleet' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: { type: 'object', properties: { spec: replicas, status: replicas, template: embedded } },
        },
        subresources: {
          scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' },
        },
      },
    ],
  },
};
const FLEETS = '/apis/example.com/v1/fleets';

// As kube-apiserver 1.33.13.
describe('requests for a custom kind', () => {
  let server: TestServer;
  let agent: Agent;
  beforeAll(async () => {
    // Releases up to 1.33 show a time of creation that is not set.
    server = await TestServer.start({ emulatedMinor: 33 });
    agent = await server.admin();
    await send('POST', '/apis/apiextensions.orch.io/v1/customresourcedefinitions', definition);
    await server.served(FLEETS, agent);
    await send('POST', FLEETS, {
      apiVersion: 'example.com/v1',
      kind: 'Fleet',
      metadata: { name: 'a' },
      spec: { replicas: 1 },
    });
  });
  afterAll(() => server.close());

  const send = (method: string, path: string, body?: object, type = 'application/json') =>
    server.call(path, { method, agent, headers: { 'content-type': type }, body });

  it('a negative number of replicas is an error of the object', async () => {
    const patch = { spec: { replicas: -1 } };
    const { code, json } = await send('PATCH', `${FLEETS}/a/scale`, patch, 'application/merge-patch+json');
    expect(code).toBe(422);
    expect(json).toMatchObject({
      message: 'Fleet.example.com "a" is invalid: .spec.replicas: Invalid value: -1: should be a non-negative integer',
      details: { group: 'example.com', kind: 'Fleet', causes: [{ field: '.spec.replicas' }] },
    });
  });

  it('a strategic merge patch of scale is refused as one of the object', async () => {
    for (const path of [`${FLEETS}/a`, `${FLEETS}/a/scale`]) {
      const patch = { spec: { replicas: 2 } };
      const { code, json } = await send('PATCH', path, patch, 'application/strategic-merge-patch+json');
      expect(code).toBe(415);
      expect(json).toMatchObject({ reason: 'UnsupportedMediaType' });
    }
  });

  it('the metadata of an embedded object has no time of creation unless it was sent', async () => {
    const labels = { a: 'b' };
    const creationTimestamp = '2026-01-01T00:00:00Z';
    for (const [sent, stored] of [
      [{ labels }, { labels }],
      [{ labels, creationTimestamp: null }, { labels }],
      [
        { labels, creationTimestamp },
        { labels, creationTimestamp },
      ],
    ]) {
      const template = { apiVersion: 'v1', kind: 'Pod', metadata: sent };
      const fleet = { apiVersion: 'example.com/v1', kind: 'Fleet', metadata: { generateName: 'e' }, template };
      const { json } = await send('POST', FLEETS, fleet);
      expect((json['template'] as typeof template).metadata).toEqual(stored);
    }
  });

  it.each(['metadata.namespace', 'spec.replicas'])('a list selected by %s is refused', async (field) => {
    const { code, json } = await send('GET', `${FLEETS}?fieldSelector=${field}%3Dx`);
    expect({ code, message: json['message'] }).toEqual({
      code: 400,
      message: `field label not supported: ${field}`,
    });
  });
});
