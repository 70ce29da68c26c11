import { once } from 'node:events';
import { Agent, createServer, request, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { endWithoutBody } from './end-without-body.js';

/** What Node's parser of a connection keeps. */
type ParsedSocket = Socket & { readonly parser: { readonly incoming: IncomingMessage | null } };

describe('endWithoutBody', () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let server: Server;

  const serve = async (listener: RequestListener): Promise<void> => {
    server = createServer(listener).listen(0, '127.0.0.1');
    await once(server, 'listening');
  };
  const send = async (method: string, body?: string): Promise<string> => {
    const { port } = server.address() as AddressInfo;
    const outgoing = request({ port, host: '127.0.0.1', method, agent });
    outgoing.end(body);
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
    let text = '';
    for await (const chunk of answer) text += String(chunk);
    return text;
  };

  afterEach(() => {
    agent.destroy();
    server.close();
  });

  it('releases an answered request without a body, and serves the next on its connection', async () => {
    const sockets: ParsedSocket[] = [];
    const kept: boolean[] = [];
    const ended: boolean[] = [];
    await serve((raw, reply) => {
      endWithoutBody(raw);
      ended.push(raw.readableEnded);
      sockets.push(raw.socket as ParsedSocket);
      reply.on('close', () => kept.push(sockets.at(-1)!.parser.incoming !== null));
      reply.end('answer');
    });
    expect([await send('GET'), await send('DELETE'), await send('GET')]).toEqual(['answer', 'answer', 'answer']);
    expect(new Set(sockets).size).toBe(1);
    expect(ended).toEqual([true, true, true]);
    expect(kept).toEqual([false, false, false]);
  });

  it('leaves a request with a body as it is', async () => {
    await serve((raw, reply) => {
      endWithoutBody(raw);
      reply.write(`${raw.readableEnded} `);
      raw.pipe(reply);
    });
    expect(await send('POST', 'body')).toBe('false body');
  });
});
