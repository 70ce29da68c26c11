import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
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
    raw.emit('data', Buffer.from('{'));
    request.abort(new Error('too late'));
    await expect(read).rejects.toThrow('too late');
  });
});
