import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect, type TLSSocket } from 'node:tls';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Agent, request } from 'undici';
import { loadClientConfiguration } from '@orch/client';
import { startControlPlane, type TestControlPlane } from '@orch/testing';

const WATCHERS = 1_000;
const EVENTS = 10_000;
const WRITERS = 32;
const CM = '/api/v1/namespaces/default/configmaps';
/** Makes an event large enough that a connection's buffers do not hold all of them. */
const PADDING = 'x'.repeat(1_024);

/** Anonymous resident bytes of a process: what it really holds. */
async function anonymousBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/RssAnon:\s+(\d+) kB/.exec(status)![1]) * 1_024;
}

describe('1,000 watchers of one namespace', () => {
  let plane: TestControlPlane;
  let agent: Agent;

  beforeAll(async () => {
    plane = await startControlPlane({ command: 'apiserver' });
    const { tls } = loadClientConfiguration({ file: plane.adminConf, vocabulary: plane.vocabulary });
    agent = new Agent({ connections: WRITERS, connect: { ca: tls.ca, cert: tls.cert, key: tls.key } as object });
  });
  afterAll(async () => {
    await agent?.close();
    await plane?.stop();
  });

  const create = async (name: string) => {
    const answer = await request(plane.url + CM, {
      method: 'POST',
      dispatcher: agent,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ metadata: { name }, data: { padding: PADDING } }),
    });
    await answer.body.dump();
    expect(answer.statusCode).toBe(201);
  };

  /** A connection that asks for a watch and then reads nothing. */
  const stuckWatcher = async (): Promise<TLSSocket> => {
    const { tls } = loadClientConfiguration({ file: plane.adminConf, vocabulary: plane.vocabulary });
    const { hostname, port } = new URL(plane.url);
    const socket = connect({ host: hostname, port: Number(port), ca: tls.ca!, cert: tls.cert!, key: tls.key! });
    await once(socket, 'secureConnect');
    socket.write(`GET ${CM}?watch=true HTTP/1.1\r\nHost: ${hostname}\r\nConnection: close\r\n\r\n`);
    await once(socket, 'readable');
    socket.pause();
    return socket;
  };

  const readAll = async (socket: TLSSocket): Promise<string> => {
    let text = '';
    socket.on('data', (bytes: Buffer) => (text += bytes.toString('latin1')));
    socket.resume();
    await once(socket, 'close');
    return text;
  };

  it('C-032 B-174 all get 10,000 events in one order, none lost or doubled; one that stops reading gets 410', async () => {
    const stuck = await stuckWatcher();
    // The readers are a process of their own: 1,000 connections that check every event they get.
    const readers = spawn(process.execPath, [join(__dirname, '../support/watch-crowd.cjs')], {
      env: {
        ...process.env,
        NODE_OPTIONS: '',
        CROWD: JSON.stringify({ url: plane.url + CM, config: plane.adminConf, watchers: WATCHERS, events: EVENTS }),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const lines = createInterface({ input: readers.stdout });
    const said = (word: string): Promise<string> =>
      new Promise((resolve, reject) => {
        lines.on('line', (line) => line.startsWith(word) && resolve(line.slice(word.length + 1)));
        readers.once('close', (code) => reject(new Error(`the readers ended with ${code} before "${word}"`)));
      });
    const finished = said('finished');
    await said('watching');
    const before = await anonymousBytes(plane.process.child.pid!);
    let next = 0;
    await Promise.all(
      Array.from({ length: WRITERS }, async () => {
        while (next < EVENTS) await create(`e${next++}`);
      }),
    );
    const report = JSON.parse(await finished) as { complete: number; orders: number; doubled: number };
    expect(report).toEqual({ complete: WATCHERS, orders: 1, doubled: 0 });

    const text = await readAll(stuck);
    // Only the end: the whole is megabytes of events.
    expect(text.slice(-600)).toContain('"type":"ERROR"');
    expect(text.slice(-600)).toContain('"reason":"Expired"');
    expect(text.slice(-600)).toContain('"code":410');

    // Objects and history stay; what the connections held is given back.
    const after = await anonymousBytes(plane.process.child.pid!);
    expect(after - before).toBeLessThan(400 * 1_024 * 1_024);
    await create('still-alive');
  }, 240_000);
});
