import { once } from 'node:events';
import { connect, type TLSSocket } from 'node:tls';
import { type Agent, request, WebSocket } from 'undici';
import { TestServer } from '@orch/server-testing';

const CM = '/api/v1/namespaces/default/configmaps';

interface Event {
  type: string;
  object: { metadata?: { name?: string }; code?: number };
}

describe('a watch over WebSocket', () => {
  let server: TestServer;
  let admin: Agent;
  beforeAll(async () => {
    server = await TestServer.start();
    admin = await server.admin();
  });
  afterAll(() => TestServer.closeAll());

  const create = (name: string, data: Record<string, string> = {}) =>
    server.call(CM, { method: 'POST', agent: admin, body: { metadata: { name }, data } });
  const open = (path: string) =>
    new WebSocket(`${server.server.url.replace('https', 'wss')}${path}`, { dispatcher: admin });
  /** The next `count` messages. */
  function messages(socket: WebSocket, count: number): Promise<Event[]> {
    const events: Event[] = [];
    return new Promise((resolve, reject) => {
      socket.addEventListener('message', ({ data }) => {
        if (events.push(JSON.parse(String(data)) as Event) === count) resolve(events);
      });
      socket.addEventListener('error', () => reject(new Error('the WebSocket failed')));
    });
  }
  const closed = (socket: WebSocket) =>
    new Promise<number>((resolve) => socket.addEventListener('close', ({ code }) => resolve(code)));

  it('C-040 sends one event in each text message, of any length', async () => {
    await create('there');
    const socket = open(`${CM}?watch=true&fieldSelector=metadata.name!=kube-root-ca.crt`);
    const first = await messages(socket, 1);
    expect(first[0]).toMatchObject({ type: 'ADDED', object: { metadata: { name: 'there' } } });
    const more = messages(socket, 3);
    await create('small');
    await create('middle', { text: 'x'.repeat(1_000) });
    await create('large', { text: 'x'.repeat(100_000) });
    expect((await more).map(({ object }) => object.metadata?.name)).toEqual(['small', 'middle', 'large']);
    const end = closed(socket);
    socket.close();
    await end;
  });

  it('D-137 delivers the same documents as the watch over HTTP, as text frames', async () => {
    const query = '?watch=true&resourceVersion=0&labelSelector=of=documents';
    const document = { metadata: { name: 'documents', labels: { of: 'documents' } }, data: { text: 'a\nb' } };
    await server.call(CM, { method: 'POST', agent: admin, body: document });
    const socket = open(CM + query);
    const frames: unknown[] = [];
    const framed = new Promise<void>((resolve) =>
      socket.addEventListener('message', ({ data }) => void (frames.push(data) === 3 && resolve())),
    );
    await new Promise((resolve) => socket.addEventListener('open', resolve));
    const { body } = await request(server.server.url + CM + query, { dispatcher: admin });
    let text = '';
    const streamed = (async () => {
      for await (const piece of body) if ((text += String(piece)).split('\n').length === 4) return;
    })();
    await server.call(`${CM}/documents`, { method: 'PUT', agent: admin, body: { ...document, data: { text: 'c' } } });
    await server.call(`${CM}/documents`, { method: 'DELETE', agent: admin });
    await Promise.all([framed, streamed]);
    socket.close();
    expect(frames.map((frame) => (JSON.parse(frame as string) as Event).type)).toEqual([
      'ADDED',
      'MODIFIED',
      'DELETED',
    ]);
    expect(frames).toEqual(text.trimEnd().split('\n'));
  });

  it('C-040 C-033 is closed after timeoutSeconds', async () =>
    expect(await closed(open(`${CM}?watch=true&timeoutSeconds=1`))).toBe(1000));

  /** A raw client: the response to a handshake, and the bytes after it. */
  async function talk(path: string, headers = HANDSHAKE, token = false): Promise<{ socket: TLSSocket; head: string }> {
    const { hostname, port } = new URL(server.server.url);
    const pair = token ? {} : await adminPair();
    const socket = connect({ host: hostname, port: Number(port), ca: server.caPem, ...pair });
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${headers}\r\n`);
    const [head] = (await once(socket, 'data')) as [Buffer];
    return { socket, head: head.toString('latin1') };
  }
  async function adminPair() {
    const { readFile } = await import('node:fs/promises');
    const text = await readFile(server.server.adminConfigPath, 'utf8');
    const value = (key: string) => Buffer.from(new RegExp(`${key}: (\\S+)`).exec(text)![1]!, 'base64').toString();
    return { cert: value('client-certificate-data'), key: value('client-key-data') };
  }
  const HANDSHAKE = 'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';
  const QUIET = `${CM}?watch=true&resourceVersion=0&labelSelector=none=none`;

  it('C-040 answers 101 with Sec-WebSocket-Accept', async () => {
    const { socket, head } = await talk(QUIET);
    expect(head).toMatch(/^HTTP\/1\.1 101 Switching Protocols\r\n/);
    expect(head).toContain('\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n');
    expect(head).toMatch(/\r\nAudit-Id: /);
    socket.destroy();
  });

  const frames: [name: string, frame: string, answer: string][] = [
    ['answers a ping', '898101020304' + '60', '8a0161'],
    ['answers a close', '888001020304', '8800'],
    ['answers a close with its code', '888201020304' + '02ea', '880203e8'],
    ['refuses a frame that is not masked', '810161', '880203ea'],
    ['refuses an extension', 'c18101020304' + '60', '880203ea'],
    ['refuses a long message', '81fe2000', '880203f1'],
    ['refuses a very long message', '82ff0000000100000000', '880203f1'],
    ['refuses a text message', '818101020304' + '60', '880203f0'],
    ['refuses an empty message', '828001020304', '880203f0'],
  ];
  for (const [name, frame, answer] of frames) {
    it(`C-040 ${name}, in one piece or byte by byte`, async () => {
      for (const step of [frame.length, 2]) {
        const { socket } = await talk(QUIET);
        for (let i = 0; i < frame.length; i += step) socket.write(Buffer.from(frame.slice(i, i + step), 'hex'));
        const [got] = (await once(socket, 'data')) as [Buffer];
        expect(got.toString('hex')).toBe(answer);
        socket.destroy();
      }
    });
  }

  it.each(['89', '8a'])('C-040 a flood of control frames ends the connection (%s)', async (opcode) => {
    const { socket } = await talk(QUIET);
    socket.resume();
    const end = once(socket, 'close');
    socket.write(Buffer.from(`${opcode}8001020304`.repeat(1_000), 'hex'));
    await end;
  });

  it('C-040 a client that disconnects without a close frame is removed', async () => {
    const { socket } = await talk(QUIET);
    const end = once(socket, 'close');
    socket.end();
    await end;
  });

  it('C-040 a user without permission to watch is refused as usual', async () => {
    const { socket, head } = await talk(QUIET, HANDSHAKE, true);
    expect(head).toMatch(/^HTTP\/1\.1 403 /);
    await once(socket, 'close');
  });
  const refused: [name: string, path: string, headers: string, code: number][] = [
    ['no key', QUIET, 'Sec-WebSocket-Version: 13\r\n', 400],
    ['an old version', QUIET, HANDSHAKE.replace('13', '8'), 400],
    ['a page of another site', QUIET, `${HANDSHAKE}Origin: https://evil.example\r\n`, 403],
    ['a page of another port', QUIET, `${HANDSHAKE}Origin: https://x:1\r\n`, 403],
    ['protobuf', QUIET, `${HANDSHAKE}Accept: application/vnd.orch.protobuf;stream=watch\r\n`, 406],
    ['a subprotocol twice', QUIET, `${HANDSHAKE}Sec-WebSocket-Protocol: a, a\r\n`, 400],
    ['a body', QUIET, `${HANDSHAKE}Content-Length: 5\r\n`, 400],
  ];
  for (const [name, path, headers, code] of refused) {
    it(`C-040 ${name} is ${code}`, async () => {
      const { socket, head } = await talk(path, headers);
      expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${code} `));
      await once(socket, 'close');
    });
  }
  it('C-040 a page of another site opens none to a pod, and one with a token that it knows is asked for that', async () => {
    const origin = `${HANDSHAKE}Origin: https://evil.example\r\n`;
    const proxied = await talk('/api/v1/namespaces/default/pods/x/proxy/', origin);
    expect(proxied.head).toMatch(/^HTTP\/1\.1 403 /);
    await once(proxied.socket, 'close');
    const withToken = await talk(QUIET, `${origin}Authorization: Bearer made-up\r\n`, true);
    expect(withToken.head).toMatch(/^HTTP\/1\.1 401 /);
    await once(withToken.socket, 'close');
  });
  it('an upgrade offer on another request is declined', async () => {
    const { socket, head } = await talk(CM);
    expect(head).toMatch(/^HTTP\/1\.1 200 /);
    await once(socket, 'close');
  });

  it('C-040 a stopping server closes it', async () => {
    const other = await TestServer.start();
    const socket = new WebSocket(`${other.server.url.replace('https', 'wss')}${CM}?watch=true`, {
      dispatcher: await other.admin(),
    });
    await new Promise((resolve) => socket.addEventListener('open', resolve));
    const end = closed(socket);
    await other.server.stop();
    expect(await end).toBe(1000);
  });
});
