import { TestServer } from '@orch/server-testing';

const MAPS = '/api/v1/namespaces/default/configmaps';
const UNKNOWN = 'fieldSelector=spec.x%3Da';

describe('faults of a list or watch in the order of kube-apiserver', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start();
  });
  afterAll(() => server.close());

  it.each([
    ['a malformed selector, then options', 'fieldSelector=a&resourceVersionMatch=Exact', 400],
    ['options of a list, then an unknown field', `${UNKNOWN}&resourceVersionMatch=Exact`, 422],
    ['initial events of a list, then an unknown field', `${UNKNOWN}&sendInitialEvents=true`, 422],
    ['options of a watch, then an unknown field', `${UNKNOWN}&watch=1&resourceVersionMatch=Exact`, 422],
    ['an unknown field, then a version', `${UNKNOWN}&resourceVersion=x`, 400],
    ['an unknown field, then a continue token', `${UNKNOWN}&continue=x`, 400],
  ])('%s', async (_order, query, code) => {
    const answer = await server.call(`${MAPS}?${query}`, { agent: await server.admin() });
    expect(answer.code).toBe(code);
    if (code === 400) expect(answer.json['message']).toContain('selector');
    else expect(answer.json['details']).toMatchObject({ kind: 'ListOptions' });
  });
});
