import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { noYaml } from '@orch/server-testing';
import { ServerRequest } from './server-request.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

describe('ServerRequest', () => {
  it('holds its body only until it is released: the client may not read the answer', async () => {
    const raw = new IncomingMessage(new Socket());
    raw.headers['content-length'] = '100000';
    const request = new ServerRequest(raw, new ServerResponse(raw), 'id', 1_000_000, noYaml);
    const read = async (): Promise<WeakRef<ArrayBufferLike>> => {
      const body = request.readBody();
      await Promise.resolve();
      for (const part of [1, 2]) raw.emit('data', Buffer.alloc(50_000, part));
      raw.emit('end');
      return new WeakRef((await body).buffer);
    };
    const bytes = await read();
    await new Promise(setImmediate); // a WeakRef holds its target until the end of the turn
    collectGarbage();
    expect(bytes.deref()).toBeDefined();
    request.releaseBody();
    await new Promise(setImmediate);
    collectGarbage();
    expect(bytes.deref()).toBeUndefined();
    expect(request.isLongRunning).toBe(false);
  });
});
