import { once } from 'node:events';
import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, connect, Socket } from 'node:net';
import { noYaml } from '@orch/server-testing';
import { readBody } from './read-body.js';
import { ServerRequest } from './server-request.js';

/** A request whose body is sent by the test. */
function requestWithBody(headers: Record<string, string>): { raw: IncomingMessage; reply: ServerResponse } {
  const raw = new IncomingMessage(new Socket());
  Object.assign(raw.headers, headers);
  return { raw, reply: new ServerResponse(raw) };
}

describe('readBody', () => {
  it('keeps the bytes of a chunk, not the chunk, however small chunks are', async () => {
    const { raw, reply } = requestWithBody({ 'transfer-encoding': 'chunked' });
    const read = readBody(raw, reply, 1_000_000);
    const chunk = Buffer.alloc(1);
    raw.emit('data', Buffer.from('.'));
    for (let i = 0; i < 990; i++) {
      chunk[0] = 0x30 + (i % 10);
      raw.emit('data', chunk);
    }
    raw.emit('end');
    expect((await read).toString()).toBe(`.${'0123456789'.repeat(99)}`);
  });

  it('rejects a body of many single bytes, and accepts one of as many larger pieces', async () => {
    const [small, large] = [1, 16].map((bytes) => {
      const { raw, reply } = requestWithBody({ 'transfer-encoding': 'chunked' });
      const read = readBody(raw, reply, 1_000_000);
      for (let i = 0; i < 5_000; i++) raw.emit('data', Buffer.alloc(bytes));
      raw.emit('end');
      return read;
    });
    await expect(small).rejects.toThrow('too many small chunks');
    expect((await large!).length).toBe(80_000);
  });

  it('accepts any number of small pieces that come slowly, as the lines of a program that takes a minute', async () => {
    const { raw, reply } = requestWithBody({ 'transfer-encoding': 'chunked' });
    let nowMs = 0;
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
    const read = readBody(raw, reply, 1_000_000);
    for (let i = 0; i < 5_000; i++) {
      nowMs += 10;
      raw.emit('data', Buffer.alloc(4));
    }
    clock.mockRestore();
    raw.emit('end');
    expect((await read).length).toBe(20_000);
  });

  it('rejects the first byte over the limit', async () => {
    const { raw, reply } = requestWithBody({ 'transfer-encoding': 'chunked' });
    const read = readBody(raw, reply, 10);
    raw.emit('data', Buffer.alloc(10));
    raw.emit('data', Buffer.alloc(1));
    await expect(read).rejects.toThrow('Request entity too large: limit is 10');
  });

  it.each([
    ['whose client has disconnected', (_request: ServerRequest, reply: ServerResponse) => void reply.destroy()],
    ['that was aborted before', (request: ServerRequest) => request.abort(new Error('too late'))],
  ])('is not awaited in a request %s', async (_name, end) => {
    const { raw, reply } = requestWithBody({ 'content-length': '100' });
    const request = new ServerRequest(raw, reply, 'id', 1_000, noYaml);
    end(request, reply);
    await expect(request.readBody()).rejects.toThrow('cut off');
  });

  it('is not awaited when the request is aborted', async () => {
    const { raw, reply } = requestWithBody({ 'content-length': '100' });
    const request = new ServerRequest(raw, reply, 'id', 1_000, noYaml);
    const read = request.readBody();
    await Promise.resolve();
    raw.emit('data', Buffer.from('{'));
    request.abort(new Error('too late'));
    await expect(read).rejects.toThrow('too late');
  });
});

/** What Node's parser of a connection keeps. */
type ParsedSocket = Socket & { readonly parser: { readonly incoming: IncomingMessage | null } | null };

describe('the body of a request of a connection', () => {
  const server = createServer();
  const requests: IncomingMessage[] = [];
  const steps: string[] = [];
  /** Whether the connection keeps a request that is answered. */
  const kept: boolean[] = [];
  let client: Socket;
  let received = '';

  server.on('request', (raw: IncomingMessage, reply: ServerResponse) => {
    requests.push(raw);
    const request = new ServerRequest(raw, reply, 'id', 100_000, noYaml);
    request.seat = {
      release: () => void steps.push('release'),
      retake: async () => void steps.push('retake'),
    };
    raw.prependListener('data', (chunk: Buffer) => steps.push(`data ${chunk.length}`));
    reply.on('close', () => setImmediate(() => kept.push((raw.socket as ParsedSocket).parser?.incoming === raw)));
    const answer = (text: string): void => void reply.end(`<${text}>`);
    request.readBody().then(
      (bytes) => answer(bytes.toString('latin1', 0, 10)),
      (error: Error) => answer(error.message),
    );
  });
  const post = (body: string, bytes = body.length): string =>
    `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${bytes}\r\n\r\n${body}`;
  const answered = async (count: number): Promise<string[]> => {
    for (;;) {
      const answers = [...received.matchAll(/<(.*?)>/g)].map(([, text]) => text!);
      if (answers.length >= count) return answers;
      await once(client, 'data');
    }
  };

  beforeEach(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    client.on('data', (bytes) => (received += bytes.toString('latin1')));
    received = '';
    for (const list of [requests, steps, kept]) list.length = 0;
    await once(client, 'connect');
  });
  afterEach(async () => {
    client.destroy();
    server.close();
    await once(server, 'close');
  });

  it('is taken at once when it came with the headers, without another having the seat meanwhile', async () => {
    client.write(post('first'));
    expect(await answered(1)).toEqual(['first']);
    client.write(post('second') + post('third'));
    expect(await answered(3)).toEqual(['first', 'second', 'third']);
    expect(steps).toEqual(['data 5', 'data 6', 'data 5']);
    expect(requests.map(({ readableEnded }) => readableEnded)).toEqual([true, true, true]);
    client.write(post('fourth'));
    await answered(4);
    expect(kept.slice(0, 3)).toEqual([false, false, false]);
  });

  it('that comes later is waited for without the seat', async () => {
    client.write(post('', 6));
    await once(server, 'request');
    client.write('later');
    while (!steps.includes('data 5')) await new Promise(setImmediate);
    expect(steps).toEqual(['release', 'data 5']);
    client.write('!');
    expect(await answered(1)).toEqual(['later!']);
    expect(steps).toEqual(['release', 'data 5', 'data 1', 'retake']);
  });

  it('is longer than what Node reads at a time', async () => {
    client.write(post('x'.repeat(99_999)) + post('last'));
    expect(await answered(2)).toEqual(['x'.repeat(10), 'last']);
  });

  it('that is cut off is refused, and its connection gives way', async () => {
    client.write(post('short', 6));
    await once(server, 'request');
    client.end();
    await once(client, 'close');
    expect(requests[0]!.destroyed).toBe(true);
  });
});
