import type { Agent } from 'undici';
import { TestServer } from '@orch/server-testing';

const text = { type: 'string' };
const spec = {
  type: 'object',
  properties: {
    a: text,
    d: { ...text, default: 'x' },
    n: { ...text, nullable: true },
    nd: { ...text, nullable: true, default: 'y' },
    o: { type: 'object', properties: { p: text } },
    l: { type: 'array', items: text },
    i: { type: 'integer' },
    mm: { type: 'object', additionalProperties: text },
    u: { type: 'object', 'x-orch-preserve-unknown-fields': true },
  },
};
const definition = {
  metadata: { name: 'nulls.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Cluster',
    names: { plural: 'nulls', kind: 'Null' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', properties: { spec } } },
      },
    ],
  },
};
const FULL = { a: '1', d: '2', n: '3', nd: '4', o: { p: '5' }, l: ['6'], i: 7, mm: { x: '8' }, u: { x: '9' } };

describe('nulls in an applied custom object', () => {
  let server: TestServer;
  let agent: Agent;
  let count = 0;
  beforeAll(async () => {
    server = await TestServer.start();
    agent = await server.admin();
    const definitions = '/apis/apiextensions.orch.io/v1/customresourcedefinitions';
    const headers = { 'content-type': 'application/json' };
    const created = await server.call(definitions, { method: 'POST', agent, headers, body: definition });
    if (created.code !== 201) throw new Error(created.text);
    await server.served('/apis/example.com/v1/nulls', agent);
  });
  afterAll(() => server.close());

  const apply = (name: string, applied: unknown) =>
    server.call(`/apis/example.com/v1/nulls/${name}?fieldManager=m`, {
      method: 'PATCH',
      agent,
      headers: { 'content-type': 'application/apply-patch+yaml' },
      body: { apiVersion: 'example.com/v1', kind: 'Null', metadata: { name }, spec: applied },
    });

  /** Applies to a new object, and to one with values. */
  async function both(applied: unknown) {
    const [created, changed] = [`c${++count}`, `u${count}`];
    await apply(changed, FULL);
    return [await apply(created, applied), await apply(changed, applied)];
  }

  // As kube-apiserver 1.33.13.
  it.each([
    ['a field', { a: null }, 'spec.a', 'string'],
    ['an object', { o: null }, 'spec.o', 'object'],
    ['a field of an object', { o: { p: null } }, 'spec.o.p', 'string'],
    ['a list', { l: null }, 'spec.l', 'array'],
    ['an item', { l: [null] }, 'spec.l[0]', 'string'],
    ['a number', { i: null, a: 'b' }, 'spec.i', 'integer'],
    ['a value of a map', { mm: { x: null } }, 'spec.mm.x', 'string'],
    ['the spec', null, 'spec', 'object'],
  ])('are refused for %s that is not nullable and has no default', async (_what, applied, field, type) => {
    for (const { code, json } of await both(applied)) {
      expect(code).toBe(422);
      const { message } = json as unknown as { readonly message: string };
      expect(message).toMatch(`${field}: Invalid value: "null": ${field} in body must be of type ${type}: "null"`);
    }
  });

  it.each([
    ['a default', { d: null }, { d: 'x', nd: 'y' }],
    ['null where it is nullable', { n: null }, { d: 'x', n: null, nd: 'y' }],
    ['null where it is nullable and has a default', { nd: null }, { d: 'x', nd: null }],
    ['null where the schema does not know the field', { u: { x: null } }, { d: 'x', nd: 'y', u: { x: null } }],
  ])('become %s', async (_what, applied, want) => {
    for (const { json } of await both(applied)) expect(json['spec']).toEqual(want);
  });
});
