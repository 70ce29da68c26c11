import { FakeClock } from '@orch/apimachinery';
import { TestServer } from '@orch/server-testing';
import type { Agent } from 'undici';

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';
const FIVE_MINUTES = 300_000;

describe('continue tokens of a server with default options', () => {
  let clock: FakeClock;
  let server: TestServer;
  let agent: Agent;

  // A server of its own: writes of the time before the token, still in flight when it is given, would leave history before it.
  beforeEach(async () => {
    clock = new FakeClock(Date.now());
    server = await TestServer.start({}, { clock });
    agent = await server.admin();
    for (const name of ['a', 'b', 'c']) await write('POST', CONFIG_MAPS, { metadata: { name } });
  });
  afterEach(() => server.close());

  const write = async (method: string, path: string, body: object): Promise<void> => {
    const headers = { 'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json' };
    const { code, text } = await server.call(path, { method, agent, body, headers });
    if (code > 201) throw new Error(text);
  };
  const list = (query: string) => server.call(`${CONFIG_MAPS}?${query}`, { agent });
  const continueFrom = (token: string) => list(`limit=1&continue=${encodeURIComponent(token)}`);
  const firstToken = async () => ((await list('limit=1')).json['metadata'] as { continue: string }).continue;
  const names = (answer: { readonly json: Readonly<Record<string, unknown>> }) =>
    (answer.json['items'] as { metadata: { name: string } }[]).map(({ metadata }) => metadata.name);

  it.each([false, true])('B-313 are 410 after more than 5 minutes, not before (writes meanwhile: %s)', async (writes) => {
    const token = await firstToken();
    const pass = async (ms: number) => {
      clock.advance(ms);
      // History is compacted with writes.
      if (writes) for (let i = 0; i < 20; i++) await write('PATCH', `${CONFIG_MAPS}/b`, { data: { i: `${i}` } });
    };
    await pass(FIVE_MINUTES - 1_000);
    const inTime = await continueFrom(token);
    expect([inTime.code, names(inTime)]).toEqual([200, ['b']]);
    await pass(2_000);
    const late = await continueFrom(token);
    expect(late).toMatchObject({ code: 410, json: { kind: 'Status', reason: 'Expired', code: 410 } });
    // Its token goes on with the objects of now.
    const rest = await continueFrom((late.json['metadata'] as { continue: string }).continue);
    expect([rest.code, names(rest)]).toEqual([200, ['b']]);
  }); // prettier-ignore
});
