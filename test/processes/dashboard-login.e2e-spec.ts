import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runOrch, temporaryDirectory, type OrchProcess, type TemporaryDirectory } from '@orch/testing';
import { Agent, fetch } from 'undici';

describe('login to the dashboard of orch up', () => {
  let home: TemporaryDirectory;
  const running: OrchProcess[] = [];
  beforeAll(async () => {
    home = await temporaryDirectory();
  });
  afterAll(async () => {
    await Promise.all(running.map((one) => one.stop()));
    await home.remove();
  });

  const run = (...args: string[]): OrchProcess => {
    const started = runOrch(args);
    running.push(started);
    return started;
  };

  it('the link gives a token, which is valid through orch dashboard, too', async () => {
    const up = run('up', '--secure-port=0', `--data-dir=${home.path}`, '--controllers=-*', '--dashboard-link');
    const url = await up.ready;
    const said = await up.logged('#link=');
    const link = new URL(/https:\S+#link=\S+/.exec(said)![0]);
    expect(link.origin).toBe(url);
    const ca = join(home.path, 'pki/ca.crt');
    const dispatcher = new Agent({ connect: { ca: await readFile(ca, 'utf8') } });
    const body = JSON.stringify({ code: link.hash.slice('#link='.length) });
    const post = () =>
      fetch(`${url}/dashboard/login/link`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
        dispatcher,
      });
    const { token } = (await (await post()).json()) as { readonly token: string };
    expect((await post()).status).toBe(401);
    const front = run('dashboard', `--server=${url}`, `--certificate-authority=${ca}`, '--port=0');
    const page = (await front.line((line) => line.startsWith('ready '))).slice('ready '.length);
    const headers = { authorization: `Bearer ${token}` };
    expect((await fetch(new URL('/api/v1/secrets', page), { headers })).status).toBe(200);
    expect((await fetch(new URL('/api/v1/secrets', page))).status).toBe(403);
    for (const process of [up, front]) expect(process.log()).not.toContain(token);
    await dispatcher.destroy();
  });

  it('without a terminal no link is printed', async () => {
    const up = run('up', '--secure-port=0', `--data-dir=${join(home.path, 'second')}`, '--controllers=-*');
    const response = await fetch(`${await up.ready}/dashboard/config.json`, {
      dispatcher: new Agent({ connect: { rejectUnauthorized: false } }),
    });
    expect(await response.json()).toMatchObject({ login: { link: false } });
    expect(up.log()).not.toContain('#link=');
  });
});
