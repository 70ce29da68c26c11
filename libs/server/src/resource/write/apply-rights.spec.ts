import { startTestRegistry, type TestRegistry } from '@orch/testing';
import type { Authorizer, RequestContext } from '@orch/http';
import { patchObject, updateObject } from './write-objects.js';

/** Allows all verbs but create. */
const patchesOnly: Authorizer = { decide: (_user, { verb }) => ({ allowed: verb !== 'create', reason: '' }) };

describe('permission to create', () => {
  let started: TestRegistry;
  beforeAll(async () => {
    started = await startTestRegistry();
  });
  afterAll(() => started.close());

  /** A kind that PUT can create. */
  const endpoints = (name: string, value: string) => ({
    apiVersion: 'v1',
    kind: 'Endpoints',
    metadata: { name, labels: { a: value } },
  });

  /** Sends a request and returns the code of the answer. */
  const sent = async (
    method: 'PATCH' | 'PUT',
    name: string,
    value: string,
    authorizer: Authorizer,
  ): Promise<number> => {
    let code = 0;
    const reply = { writeHead: (status: number) => (code = status), setHeader: () => undefined, end: () => undefined };
    const context = {
      info: {
        isResource: true,
        verb: 'patch',
        group: '',
        version: 'v1',
        namespace: 'default',
        resource: 'endpoints',
        subresource: '',
        name,
      },
      query: new URLSearchParams(method === 'PATCH' ? { fieldManager: 'm' } : {}),
      headers: method === 'PATCH' ? { 'content-type': 'application/apply-patch+yaml' } : {},
      user: { username: 'u', groups: [] },
      warnings: [],
      reply,
      readBody: async () => Buffer.from(JSON.stringify(endpoints(name, value))),
    } as unknown as RequestContext;
    const write = method === 'PATCH' ? patchObject : updateObject;
    await write(started.store('endpoints'), context, '', authorizer, undefined);
    return code;
  };
  const everything: Authorizer = { decide: () => ({ allowed: true, reason: '' }) };

  it.each(['PATCH', 'PUT'] as const)('C-020 A-029 is checked when %s turns out to create', async (method) => {
    const name = `x-${method.toLowerCase()}`;
    await expect(sent(method, name, '1', patchesOnly)).rejects.toMatchObject({
      reason: 'Forbidden',
      message: expect.stringContaining('cannot create resource "endpoints"'),
    });
    expect(started.store('endpoints').get('default', name)).toBeUndefined();
    expect(await sent(method, name, '1', everything)).toBe(201);
    expect(await sent(method, name, '2', patchesOnly)).toBe(200);
  });
});
