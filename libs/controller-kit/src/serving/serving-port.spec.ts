import { once } from 'node:events';
import { lookup } from 'node:dns/promises';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { FakeClock } from '@orch/apimachinery';
import { Client } from '@orch/client';
import { sendKeyUpdates } from '@orch/testing';
import { vocabularies } from '@orch/vocabulary';
import { Agent, request } from 'undici';
import { RecordingLogger } from '../testing/recording-logger.js';
import { MAX_CONNECTIONS, ServingPort } from './serving-port.js';

interface Review {
  readonly kind: string;
  readonly spec: {
    readonly token?: string;
    readonly user?: string;
    readonly groups?: readonly string[];
    readonly nonResourceAttributes?: { readonly path: string; readonly verb: string };
  };
}

/** An API server that knows one user, who may read `/metrics`. */
class Reviewer {
  readonly reviews: Review[] = [];
  private readonly server: Server;
  isFailing = false;
  /** Answers wait for it. */
  until = Promise.resolve();
  onReview: (review?: unknown) => unknown = () => undefined;
  client!: Client;

  constructor() {
    this.server = createServer((asked, answer) => {
      const chunks: Buffer[] = [];
      asked.on('data', (chunk: Buffer) => chunks.push(chunk));
      asked.on('end', () => {
        const review = JSON.parse(Buffer.concat(chunks).toString()) as Review;
        this.reviews.push(review);
        this.onReview();
        void this.until.then(() => {
          answer.writeHead(this.isFailing ? 500 : 201, { 'content-type': 'application/json' });
          answer.end(JSON.stringify({ ...review, status: this.statusOf(review) }));
        });
      });
    });
  }

  async start(): Promise<void> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    const server = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    const configuration = { server, tls: {}, credentials: { type: 'none' as const }, namespace: 'default' };
    this.client = new Client({ configuration, vocabulary: vocabularies.orch });
  }

  async stop(): Promise<void> {
    await this.client.close();
    this.server.close();
  }

  private statusOf({ spec }: Review): object {
    if (spec.token !== undefined) {
      const user = { username: 'scraper', uid: 'u', groups: ['g'], extra: { scopes: ['x'] } };
      return spec.token === 'good' ? { authenticated: true, user } : { authenticated: false };
    }
    const { path, verb } = spec.nonResourceAttributes!;
    return { allowed: spec.user === 'scraper' && verb === 'get' && path === '/metrics' };
  }
}

/** The headers of the first record of one, and of its message: 16,385 bytes. */
const TOO_LONG_HELLO = Buffer.from([22, 3, 1, 64, 0, 1, 0, 64, 1]);

const clock = new FakeClock(Date.now());
let reviewer: Reviewer;
let port: ServingPort;
let logger: RecordingLogger;
let agent: Agent;
let phase: 'starting' | 'ready';

beforeEach(async () => {
  reviewer = new Reviewer();
  await reviewer.start();
  logger = new RecordingLogger();
  agent = new Agent({ connect: { rejectUnauthorized: false } });
  phase = 'ready';
  const runtime = {
    client: reviewer.client,
    get phase() {
      return phase;
    },
  };
  port = await ServingPort.open(
    { host: '127.0.0.1', port: 0 },
    'test',
    { runtime, metrics: () => Promise.resolve('some_metric 1\n'), clock, logger },
  ); // prettier-ignore
});
afterEach(async () => {
  await agent.close();
  await port.close();
  await reviewer.stop();
});

async function ask(path: string, token?: string, method: 'GET' | 'POST' = 'GET') {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const answer = await request(port.url + path, { dispatcher: agent, method, headers });
  return { code: answer.statusCode, text: await answer.body.text(), headers: answer.headers };
}

it('shows metrics to who may read them', async () => {
  expect(await ask('/metrics', 'good')).toMatchObject({ code: 200, text: 'some_metric 1\n' });
  expect(reviewer.reviews.map(({ kind, spec }) => [kind, spec])).toEqual([
    ['TokenReview', { token: 'good' }],
    [
      'SubjectAccessReview',
      {
        ...{ user: 'scraper', uid: 'u', groups: ['g'], extra: { scopes: ['x'] } },
        nonResourceAttributes: { path: '/metrics', verb: 'get' },
      },
    ],
  ]);
});

it.each([undefined, 'bad', ''])('401 with the token %j', async (token) => {
  const answer = await ask('/metrics', token);
  expect(answer).toMatchObject({ code: 401, text: 'Unauthorized\n' });
  expect(answer.headers['www-authenticate']).toBe('Bearer');
});

it.each([
  ['/other', 'GET'],
  ['/%6detrics', 'GET'],
  ['/metrics/', 'GET'],
  ['/metrics', 'POST'],
] as const)('403 for %s %s, whether there is such a path or not', async (path, method) => {
  expect((await ask(path, 'good', method)).code).toBe(403);
});

it('health needs no credentials', async () => {
  phase = 'starting';
  expect(await ask('/healthz')).toMatchObject({ code: 200, text: 'ok' });
  expect(await ask('/livez')).toMatchObject({ code: 200, text: 'ok' });
  expect(await ask('/readyz')).toMatchObject({ code: 503, text: 'controllers: starting' });
  phase = 'ready';
  expect(await ask('/readyz?verbose')).toMatchObject({ code: 200, text: 'ok' });
  expect(reviewer.reviews).toEqual([]);
});

it('asks again after 10 s, and once for concurrent requests', async () => {
  await Promise.all(Array.from({ length: 5 }, () => ask('/metrics', 'good')));
  expect(reviewer.reviews).toHaveLength(2);
  clock.advance(10_001);
  await ask('/metrics', 'good');
  expect(reviewer.reviews).toHaveLength(4);
});

it('asks again when the clock was set back', async () => {
  await ask('/metrics', 'good');
  clock.advance(-3_600_000);
  await ask('/metrics', 'good');
  expect(reviewer.reviews).toHaveLength(4);
});

it('503 while the API server does not answer, and no line holds the token', async () => {
  reviewer.isFailing = true;
  expect((await ask('/metrics', 'good')).code).toBe(503);
  reviewer.isFailing = false;
  expect((await ask('/metrics', 'good')).code).toBe(200);
  expect(logger.lines.map(({ message }) => message)).toEqual(['access to the metrics port could not be checked']);
  expect(JSON.stringify(logger.lines)).not.toContain('good');
});

it('leaves connections to the API server to the controllers, and reviews to other client networks', async () => {
  let answer = (): void => undefined;
  reviewer.until = new Promise((resolve) => (answer = resolve));
  const other = new Agent({ connect: { rejectUnauthorized: false, localAddress: '127.0.0.2' } });
  try {
    const codes: number[] = [];
    let flood: readonly Promise<unknown>[] = [];
    const state = new Promise((resolve) => {
      reviewer.onReview = () => reviewer.reviews.length === 24 && resolve('all are reviewed');
      flood = Array.from({ length: 24 }, async (_, i) => {
        if (codes.push((await ask('/metrics', `made-up-${i}`)).code) === 8) resolve('8 are answered');
      });
    });
    expect(await state).toBe('8 are answered');
    expect(codes).toEqual(Array(8).fill(429));
    const reviewed = new Promise((resolve) => (reviewer.onReview = resolve));
    const headers = { authorization: 'Bearer good' };
    const scraped = request(`${port.url}/metrics`, { dispatcher: other, headers });
    await reviewed;
    answer();
    expect((await scraped).statusCode).toBe(200);
    await Promise.all(flood);
    expect(codes.slice(8)).toEqual(Array(16).fill(401));
    expect((await ask('/metrics', 'good')).code).toBe(200);
  } finally {
    answer();
    await other.close();
  }
});

it('listens on all interfaces without a host', async () => {
  const runtime = { client: reviewer.client, phase: 'ready' as const };
  const everywhere = await ServingPort.open(
    { host: undefined, port: 0 },
    'test',
    { runtime, metrics: () => Promise.resolve(''), clock, logger },
  ); // prettier-ignore
  try {
    const url = `https://127.0.0.1:${new URL(everywhere.url).port}/healthz`;
    expect((await request(url, { dispatcher: agent })).statusCode).toBe(200);
  } finally {
    await everywhere.close();
  }
});

it('a client network has half of the connections, also if it says nothing', async () => {
  const { hostname: host, port: number } = new URL(port.url);
  const sockets: Socket[] = [];
  const opened = async (localAddress: string): Promise<Socket> => {
    const socket = connect({ host, port: Number(number), localAddress });
    sockets.push(socket);
    await once(socket, 'connect');
    return socket;
  };
  try {
    for (let i = 0; i < MAX_CONNECTIONS / 2; i++) await opened('127.0.0.2');
    const another = await opened('127.0.0.2');
    await once(another.resume(), 'close');
    expect(sockets.filter(({ closed }) => closed)).toEqual([another]);
    expect((await ask('/healthz')).code).toBe(200);
  } finally {
    for (const socket of sockets) socket.destroy();
  }
});

it('refuses a ClientHello that is too long, at a name, too', async () => {
  const { client } = reviewer;
  const metrics = () => Promise.resolve('');
  const named = await ServingPort.open(
    { host: 'localhost', port: 0 },
    'test',
    { runtime: { client, phase }, metrics, clock, logger },
  ); // prettier-ignore
  try {
    const { port: number } = new URL(named.url);
    const silent = connect(Number(number), 'localhost');
    await once(silent, 'connect');
    for (const { address } of await lookup('localhost', { all: true })) {
      const socket = connect(Number(number), address);
      socket.on('error', () => undefined).write(TOO_LONG_HELLO); // where the port is not open, it is refused
      await once(socket.resume(), 'close');
    }
    expect(silent.closed).toBe(false); // its time is not over
    silent.destroy();
  } finally {
    await named.close();
  }
});

it('ends connections that send thousands of TLS records without data', async () => {
  await once(
    await sendKeyUpdates(Number(new URL(port.url).port), 5_000, 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n'),
    'close',
  );
  expect((await ask('/healthz')).code).toBe(200);
});

it('refuses a key exchange with a finite field, which may take long', async () => {
  const { hostname, port: number } = new URL(port.url);
  const options = { host: hostname, port: Number(number), rejectUnauthorized: false };
  const client = connectTls({ ...options, ecdhCurve: 'ffdhe2048' });
  await expect(once(client, 'secureConnect')).rejects.toThrow('handshake failure');
});

it('refuses TLS renegotiation', async () => {
  const { hostname, port: number } = new URL(port.url);
  const client = connectTls({ host: hostname, port: Number(number), rejectUnauthorized: false, maxVersion: 'TLSv1.2' });
  await once(client, 'secureConnect');
  const [error] = await new Promise<[Error | null]>((resolve) => {
    client.on('error', (refused) => resolve([refused]));
    client.renegotiate({}, (refused) => resolve([refused]));
  });
  expect(error?.message).toContain('no renegotiation');
  client.destroy();
});

it('serves clients of TLS 1.2 that offer the session of an earlier connection', async () => {
  const { hostname, port: number } = new URL(port.url);
  let session: Buffer | undefined;
  for (let n = 0; n < 2; n++) {
    const options = { host: hostname, port: Number(number), rejectUnauthorized: false, maxVersion: 'TLSv1.2' } as const;
    const client = connectTls({ ...options, ...(session && { session }) });
    client.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n');
    const answer = await new Promise((resolve) => {
      client.once('data', (bytes: Buffer) => resolve(bytes.toString().slice(0, 12)));
      client.once('error', resolve).once('close', () => resolve('closed'));
    });
    expect(answer).toBe('HTTP/1.1 200');
    session = client.getSession();
    client.destroy();
  }
});
