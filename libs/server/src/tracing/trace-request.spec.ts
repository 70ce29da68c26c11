import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ServerRequest } from '@orch/http';
import { noYaml } from '@orch/server-testing';
import { traceRequest } from './trace-request.js';

describe('the span of a request', () => {
  const ended: string[] = [];
  const tracing = {
    start: () => span,
    close: () => Promise.resolve(),
  };
  const span = {
    isRecorded: true,
    child: () => span,
    setAttribute: () => undefined,
    end: () => void ended.push('span'),
    headers: () => ({}),
  };
  afterEach(() => void ended.splice(0));

  /** Runs the filter on a request whose client may have left. */
  const run = (isGone: boolean): EventEmitter => {
    const reply = Object.assign(new EventEmitter(), { destroyed: isGone, closed: isGone, statusCode: 200 });
    const raw = Object.assign(new EventEmitter(), { method: 'GET', url: '/x', headers: {}, httpVersionMajor: 1 });
    const request = new ServerRequest(
      raw as unknown as IncomingMessage,
      reply as unknown as ServerResponse,
      'id',
      1_000,
      noYaml,
    );
    request.user = { username: 'jane', groups: [] };
    void traceRequest(tracing)(() => void ended.push('handler'))(request);
    return reply;
  };

  it('ends with the answer', () => {
    const reply = run(false);
    expect(ended).toEqual(['handler']);
    reply.emit('close');
    expect(ended).toEqual(['handler', 'span']);
  });

  it('ends at once when the client has left before, for example during authentication', () => {
    run(true);
    expect(ended).toEqual(['span', 'handler']);
  });
});
