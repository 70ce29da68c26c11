import { Entry } from '@orch/registry';
import { TestServer, type Answer } from '@orch/server-testing';
import type { Agent } from 'undici';

const IN = '/api/v1/namespaces/default';
const LONG = Array.from({ length: 6_000 }, (_, i) => ({ name: `name-${i}` }));
const container = { name: 'c', image: 'i' };
const namedLarge = { metadata: { name: 'large' } };

describe('requests about a large object', () => {
  let server: TestServer;
  let agent: Agent;
  const call = (method: string, path: string, body?: object): Promise<Answer> =>
    server.call(path, {
      method,
      agent,
      headers: { 'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json' },
      ...(body === undefined ? {} : { body }),
    });

  beforeAll(async () => {
    server = await TestServer.start();
    agent = await server.admin();
    await call('POST', `${IN}/serviceaccounts`, { ...namedLarge, secrets: LONG });
    await call('POST', `${IN}/pods`, {
      ...namedLarge,
      spec: { serviceAccountName: 'large', containers: [{ ...container, env: LONG }] },
    });
    await call('POST', `${IN}/services`, { ...namedLarge, spec: { ports: [{ port: 80 }] } });
    await call('POST', `${IN}/endpoints`, {
      ...namedLarge,
      subsets: [
        {
          addresses: LONG.map((_, i) => ({
            ip: `10.0.${i >> 8}.${i & 255}`,
            targetRef: { kind: 'Pod', namespace: 'default', name: 'large' },
          })),
          ports: [{ port: 80 }],
        },
      ],
    });
  });
  afterAll(() => TestServer.closeAll());
  let writes = 0;
  /** New states: decoded ones are remembered. */
  beforeEach(async () => {
    const annotations = { writes: String(writes++) };
    for (const resource of ['serviceaccounts', 'pods', 'endpoints'])
      await call('PATCH', `${IN}/${resource}/large`, { metadata: { annotations } });
  });

  const rows: [what: string, method: string, path: string, code: number, body?: object][] = [
    ['a proxied pod', 'GET', '/pods/large/proxy/x', 400],
    ['a log', 'GET', '/pods/large/log', 400],
    ['an exec', 'POST', '/pods/large/exec?command=ls', 400],
    ['a service', 'GET', '/services/large/proxy/x', 503],
    ['a list by label', 'GET', '/pods?labelSelector=a%3Db', 200],
    ['a list by field', 'GET', '/pods?fieldSelector=spec.nodeName%3Dn', 200],
    ['a new pod of the account', 'POST', '/pods?dryRun=All', 201, { metadata: { name: 'x' }, spec: { serviceAccountName: 'large', containers: [container] } }],
  ]; // prettier-ignore
  // Not `it.each`: it would pass a callback in place of a missing body.
  for (const [what, method, path, code, body] of rows) {
    it(`${what}: it is not decoded in one step`, async () => {
      const decoded: number[] = [];
      const parse = jest.spyOn(Entry.prototype, 'parse').mockImplementation(function (this: Entry) {
        decoded.push(this.length);
        return JSON.parse(this.bytes.toString()) as ReturnType<Entry['parse']>;
      });
      const answer = await call(method, IN + path, body);
      parse.mockRestore();
      expect([answer.code, decoded.filter((bytes) => bytes > 65_536)]).toEqual([code, []]);
    });
  }
});
