import type { Agent } from 'undici';
import { ObjectWriter } from '@orch/registry';
import { TestServer } from '@orch/server-testing';

const OBJECTS = 400;
const MAPS = '/api/v1/namespaces/default/configmaps';

/** Runs `during`, and returns the number of deletes started in each turn of the event loop. */
async function deletesByTurn(during: () => Promise<void>): Promise<number[]> {
  const spy = jest.spyOn(ObjectWriter.prototype, 'delete');
  const turns: number[] = [];
  let counted = 0;
  let isDone = false;
  const nextTurn = (): void => {
    const begun = spy.mock.calls.length;
    turns.push(begun - counted);
    counted = begun;
    if (!isDone) setImmediate(nextTurn);
  };
  setImmediate(nextTurn);
  try {
    await during();
  } finally {
    isDone = true;
    nextTurn();
    spy.mockRestore();
  }
  return turns;
}

describe('deletions of a collection without changes', () => {
  let server: TestServer;
  let agent: Agent;
  beforeAll(async () => {
    server = await TestServer.start();
    // Not a connection per request: hundreds of handshakes at once exceed the client's limit on a busy machine.
    agent = server.agent(await server.adminPair(), { connections: 8 });
    const make = (at: number) =>
      server.call(MAPS, {
        method: 'POST',
        agent,
        body: { metadata: { name: `m${at}`, finalizers: ['example.com/wait'] } },
      });
    await Promise.all(Array.from({ length: OBJECTS }, (_, at) => make(at)));
  });
  afterAll(() => TestServer.closeAll());

  it.each([
    ['of a dry run', '?dryRun=All'],
    ['of objects that wait for finalizers', ''],
  ])('yield to other requests: %s', async (_what, query) => {
    // Marks the objects, unless it is a dry run.
    expect((await server.call(MAPS + query, { method: 'DELETE', agent })).code).toBe(200);
    const turns = await deletesByTurn(async () => {
      expect((await server.call(MAPS + query, { method: 'DELETE', agent })).code).toBe(200);
    });
    expect(turns.reduce((sum, count) => sum + count, 0)).toBe(OBJECTS);
    expect(Math.max(...turns)).toBeLessThanOrEqual(64);
  });

  it('yield to other requests after half a megabyte of objects', async () => {
    const data = { text: 'x'.repeat(50_000) };
    const make = (at: number) =>
      server.call(MAPS, {
        method: 'POST',
        agent,
        body: { metadata: { name: `large-${at}`, labels: { size: 'large' } }, data },
      });
    await Promise.all(Array.from({ length: 30 }, (_, at) => make(at)));
    const turns = await deletesByTurn(async () => {
      const query = '?dryRun=All&labelSelector=size%3Dlarge';
      expect((await server.call(MAPS + query, { method: 'DELETE', agent })).code).toBe(200);
    });
    expect(turns.reduce((sum, count) => sum + count, 0)).toBe(30);
    expect(Math.max(...turns)).toBeLessThanOrEqual(10);
  });
});
