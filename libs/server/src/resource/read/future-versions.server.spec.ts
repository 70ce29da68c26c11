import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FakeClock } from '@orch/apimachinery';
import { DEFAULT_AUTHORIZATION } from '@orch/authorization';
import { TestServer } from '@orch/server-testing';

const MAPS = '/api/v1/namespaces/default/configmaps';
const FUTURE = 'resourceVersion=900000000';

describe('reads at a version from the future', () => {
  let clock: FakeClock;
  let server: TestServer;
  beforeAll(async () => {
    clock = new FakeClock(Date.now());
    const tokenAuthFile = join(tmpdir(), `future-tokens-${process.pid}.csv`);
    await writeFile(tokenAuthFile, 'elephant-token,elephant,1\n');
    const options = { tokenAuthFile, maxRequestsInflight: 1, maxMutatingRequestsInflight: 0 };
    server = await TestServer.start({ ...options, authorization: { ...DEFAULT_AUTHORIZATION, modes: ['AlwaysAllow'] } }, { clock }); // prettier-ignore
  });
  afterAll(() => server.close());

  const read = (path: string) => server.call(path, { token: 'elephant-token' });
  const dispatched = async (): Promise<number> => {
    const { text } = await server.call('/metrics', { agent: await server.admin() });
    const series = /^apiserver_flowcontrol_dispatched_requests_total\{[^}]*flow_schema="global-default"[^}]*\} (\d+)$/m;
    return Number(series.exec(text)?.[1] ?? 0);
  };

  it('hold no seat while they wait for it, and are 504 after three seconds', async () => {
    const paths = [`${MAPS}?${FUTURE}`, `${MAPS}?${FUTURE}&resourceVersionMatch=NotOlderThan`, `${MAPS}?${FUTURE}&limit=1`, `${MAPS}/x?${FUTURE}`]; // prettier-ignore
    const before = await dispatched();
    const waiting = [...paths, ...paths].map(read);
    while ((await dispatched()) < before + waiting.length);
    expect((await read(MAPS)).code).toBe(200);
    clock.advance(3_000);
    const answers = await Promise.all(waiting);
    expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 504));
    expect(answers[0]!.json).toMatchObject({
      reason: 'Timeout',
      message: expect.stringMatching(/^Timeout: Too large resource version: 900000000, current: \d+$/),
      details: {
        causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
        retryAfterSeconds: 1,
      },
    });
  });

  it('are served once the version is there', async () => {
    const agent = await server.admin();
    const { json } = await server.call(MAPS, { agent, method: 'POST', body: { metadata: { name: 'a' } }, headers: { 'content-type': 'application/json' } }); // prettier-ignore
    const { resourceVersion } = json['metadata'] as { readonly resourceVersion: string };
    const before = await dispatched();
    const next = read(`${MAPS}?resourceVersion=${Number(resourceVersion) + 1}`);
    while ((await dispatched()) === before);
    await server.call(`${MAPS}/a`, { agent, method: 'DELETE' });
    expect(await next).toMatchObject({ code: 200, json: { items: expect.not.arrayContaining([{ metadata: { name: 'a' } }]) } }); // prettier-ignore
  });
});
