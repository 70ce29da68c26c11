import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError } from '@orch/apimachinery';
import { silentLogger, type LogFields } from '@orch/process';
import { vocabularies } from '@orch/vocabulary';
import { noYaml } from '@orch/server-testing';
import { ALLOWED, ServerRequest, Drain, chainFilters, type Authorizer, type Filter, type Step } from '@orch/http';
import { authorize } from '@orch/authorization';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { deadline } from './deadline.js';
import { limitInFlight } from '@orch/flow-control';
import { requestInfo } from './request-info.js';
import { recover } from './recover.js';

/** A reply that records what was written. */
class FakeReply extends EventEmitter {
  statusCode = 200;
  headersSent = false;
  writableEnded = false;
  destroyed = false;
  closed = false;
  headers: Record<string, unknown> = {};
  body = '';
  setHeader(name: string, value: unknown): void {
    this.headers[name] = value;
  }
  writeHead(code: number, headers: Record<string, unknown>): this {
    this.statusCode = code;
    this.headersSent = true;
    Object.assign(this.headers, headers);
    return this;
  }
  write(chunk: Buffer): void {
    this.body += chunk.toString();
  }
  end(chunk?: Buffer): void {
    if (chunk) this.write(chunk);
    this.writableEnded = true;
    this.closed = true;
    this.emit('close');
  }
  destroy(): void {
    this.destroyed = true;
    this.emit('close');
  }
}

function make(method: string, url: string, groups: string[] = []) {
  const reply = new FakeReply();
  const raw = Object.assign(new EventEmitter(), { method, url, headers: {}, httpVersionMajor: 1 });
  const request = new ServerRequest(
    raw as unknown as IncomingMessage,
    reply as unknown as ServerResponse,
    'id',
    1_000,
    noYaml,
  );
  request.user = { username: 'jane', groups };
  return {
    request,
    reply,
    status: () => JSON.parse(reply.body) as { code: number; message: string; details?: object },
  };
}

const logged: Array<{ message: string; fields: LogFields | undefined }> = [];
const log = { ...silentLogger, error: (message: string, fields?: LogFields) => void logged.push({ message, fields }) };
const chain = (filters: Filter[], last: Step) =>
  chainFilters([recover(log, vocabularies.kubernetes), requestInfo(), ...filters], last);
const open = () => {
  let release = (): void => undefined;
  const promise = new Promise<void>((resolve) => (release = resolve));
  return { promise, release };
};

const LONG_RUNNING = [
  '/api/v1/namespaces/a/pods?watch=1',
  '/api/v1/namespaces/a/pods/x/log',
  '/api/v1/namespaces/a/pods/x/exec',
  '/api/v1/namespaces/a/services/x/proxy/y',
];

/**
 * One request takes all seats until it is authorized, and the next is refused; afterwards both connections are served.
 */
async function holdsUntilAuthorized(limits: Filter, path: string, held: () => number): Promise<void> {
  const gate = open();
  const slow: Authorizer = { decide: () => gate.promise.then(() => ALLOWED) };
  let connections = 0;
  const step = chain([limits, authorize(slow, false)], () => {
    connections++;
    return new Promise(() => undefined);
  });
  void step(make('GET', path).request);
  expect(held()).toBe(1);
  const second = make('GET', path);
  await step(second.request);
  expect(second.reply.statusCode).toBe(429);
  gate.release();
  await nextTurn();
  expect([held(), connections]).toEqual([0, 1]);
  void step(make('GET', path).request);
  await nextTurn();
  expect([held(), connections]).toEqual([0, 2]);
}

describe('recover', () => {
  it('answers 500 without the message of an unknown error, and logs the error', () => {
    const { request, status } = make('GET', '/x');
    const bug = new TypeError('secret detail');
    void chain([], () => {
      throw bug;
    })(request);
    expect(status()).toMatchObject({ code: 500, reason: 'InternalError' });
    expect(JSON.stringify(status())).not.toContain('secret detail');
    expect(logged.at(-1)).toMatchObject({ fields: { error: bug, path: '/x', auditId: 'id' } });
  });
  it('does the same for asynchronous errors', async () => {
    const { request, status } = make('GET', '/x');
    await chain([], async () => Promise.reject(ApiError.tooManyRequests('later', 7)))(request);
    expect(status()).toMatchObject({ code: 429, details: { retryAfterSeconds: 7 } });
  });
  it('C-275 sets Retry-After', () => {
    const { request, reply } = make('GET', '/x');
    void chain([], () => {
      throw ApiError.serviceUnavailable('busy', 3);
    })(request);
    expect(reply.headers['Retry-After']).toBe('3');
  });
  it('aborts a response that has begun', () => {
    const { request, reply } = make('GET', '/x');
    void chain([], (r) => {
      r.reply.writeHead(200, {});
      throw new Error('in the middle');
    })(request);
    expect([reply.destroyed, reply.body]).toEqual([true, '']);
  });
  it('stays synchronous when the answer is synchronous', () =>
    expect(chain([deadline(1_000)], (r) => void r.reply.end())(make('GET', '/x').request)).toBeUndefined());
});

describe('deadline', () => {
  it('D-220 ends a request after the timeout with 504, and aborts its signal', async () => {
    const { request, reply, status } = make('GET', '/api/v1/configmaps');
    const { signal } = request;
    await chain([deadline(1)], () => new Promise(() => undefined))(request);
    const message = 'request did not complete within the allotted timeout';
    expect(status()).toMatchObject({ code: 504, reason: 'Timeout', message });
    expect(reply.headers['Retry-After']).toBe('1');
    expect(signal.reason).toMatchObject({ reason: 'Timeout' });
  });
  it('ends requests whose timeouts end at one moment in several turns of the event loop', async () => {
    const turns: number[] = [];
    let ended = 0;
    const count = (): void => {
      if (ended++ === 0) setImmediate(() => (ended = turns.push(ended) && 0));
    };
    const requests = Array.from({ length: 100 }, () => make('GET', '/api/v1/configmaps?timeout=1ms').request);
    for (const request of requests) request.signal.addEventListener('abort', count);
    const step = chain([deadline(60_000)], () => new Promise(() => undefined));
    await Promise.all(requests.map(async (request) => step(request)));
    await nextTurn();
    expect(Math.max(...turns)).toBeLessThanOrEqual(64);
  });
  it('D-221 the query parameter shortens the timeout', async () => {
    const { request, status } = make('GET', '/api/v1/configmaps?timeout=1ms');
    await chain([deadline(60_000)], () => new Promise(() => undefined))(request);
    expect(status().code).toBe(504);
  });
  it('sets no timer that Node.js would run at once, for a timeout of a month', async () => {
    const delays = jest.spyOn(globalThis, 'setTimeout');
    const gate = open();
    const done = chain([deadline(31 * 24 * 3_600_000)], () => gate.promise)(make('GET', '/api/v1/configmaps').request);
    gate.release();
    await done;
    expect(delays.mock.calls.map(([, ms]) => ms)).toEqual([2 ** 31 - 1]);
  });
  it('D-220 exempts watches', async () => {
    const { request, reply } = make('GET', '/api/v1/configmaps?watch=1&timeout=1ms');
    const gate = open();
    const done = chain([deadline(1)], () => gate.promise)(request);
    gate.release();
    await done;
    expect(reply.headersSent).toBe(false);
  });
});

describe('limitInFlight', () => {
  const counts = () => ({ inFlight: { readOnly: 0, mutating: 0 }, rejected: 0 });
  it('D-222 refuses requests over the limit in plain text, with separate limits for reads and writes', async () => {
    const kept = counts();
    const gate = open();
    const step = chain([limitInFlight({ readOnly: 1, mutating: 1, counts: kept })], () => gate.promise);
    const first = step(make('GET', '/api/v1/configmaps').request);
    const second = make('GET', '/api/v1/configmaps');
    void step(second.request);
    expect([second.reply.statusCode, second.reply.body]).toEqual([429, 'Too many requests, please try again later.\n']);
    expect(String(second.reply.headers['Retry-After'])).toBe('1');
    const write = make('POST', '/api/v1/namespaces/a/configmaps');
    const third = step(write.request);
    expect(write.reply.headersSent).toBe(false);
    expect(kept).toEqual({ inFlight: { readOnly: 1, mutating: 1 }, rejected: 1 });
    gate.release();
    await Promise.all([first, third]);
    expect(kept.inFlight).toEqual({ readOnly: 0, mutating: 0 });
  });
  it('D-222 exempts administrators', () => {
    const step = chain(
      [limitInFlight({ readOnly: 1, mutating: 1, counts: counts() })],
      () => new Promise(() => undefined),
    );
    const requests = [1, 2, 3].map(() => make('GET', '/api/v1/configmaps', ['system:masters']));
    for (const { request } of requests) void step(request);
    expect(requests.some(({ reply }) => reply.headersSent)).toBe(false);
  });
  it('D-223 does not count authorized watches', () => {
    const kept = counts();
    const step = chain(
      [limitInFlight({ readOnly: 1, mutating: 1, counts: kept }), authorize({ decide: () => ALLOWED }, false)],
      () => new Promise(() => undefined),
    );
    for (let i = 0; i < 5; i++) void step(make('GET', '/api/v1/configmaps?watch=1').request);
    expect(kept).toEqual({ inFlight: { readOnly: 0, mutating: 0 }, rejected: 0 });
  });
  for (const path of LONG_RUNNING) {
    it(`counts ${path} until it is authorized`, async () => {
      const kept = counts();
      const limits = limitInFlight({ readOnly: 1, mutating: 1, counts: kept });
      await holdsUntilAuthorized(limits, path, () => kept.inFlight.readOnly);
    });
  }
  it('releases the seat when the handler fails', () => {
    const kept = counts();
    void chain([limitInFlight({ readOnly: 1, mutating: 1, counts: kept })], () => {
      throw ApiError.badRequest('x');
    })(make('GET', '/api/v1/configmaps').request);
    expect(kept.inFlight.readOnly).toBe(0);
  });
});

describe('Drain', () => {
  it('refuses new requests with 503 and Retry-After, except health checks', () => {
    const drain = new Drain();
    const step = chain([drain.filter], (r) => void r.reply.end());
    drain.begin();
    const refused = make('GET', '/api/v1/configmaps');
    void step(refused.request);
    expect(refused.status()).toMatchObject({ code: 503, reason: 'ServiceUnavailable' });
    expect(refused.reply.headers).toMatchObject({ 'Retry-After': '1', Connection: 'close' });
    const health = make('GET', '/readyz');
    void step(health.request);
    expect(health.reply.statusCode).toBe(200);
  });
  it('ends watches at once and waits for other requests', async () => {
    const drain = new Drain();
    const step = chain([drain.filter], () => new Promise(() => undefined));
    const watch = make('GET', '/api/v1/configmaps?watch=1');
    const write = make('PUT', '/api/v1/namespaces/a/configmaps/x');
    void step(watch.request);
    void step(write.request);
    drain.begin();
    expect([watch.request.signal.aborted, write.request.signal.aborted]).toEqual([true, false]);
    watch.reply.end();
    let idle = false;
    const finished = drain.finished(60_000).then(() => (idle = true));
    await Promise.resolve();
    expect(idle).toBe(false);
    write.reply.end();
    await finished;
    expect(idle).toBe(true);
  });
  it('keeps no request whose HTTP/2 stream was destroyed before it began', () => {
    const drain = new Drain();
    const left = make('GET', '/apis');
    Object.assign(left.reply, { stream: { destroyed: true, closed: true } });
    void chain([drain.filter], () => undefined)(left.request);
    expect([...drain.requests]).toEqual([]);
  });
  it('stops waiting after a limit', async () => {
    const drain = new Drain();
    const stuck = make('PUT', '/api/v1/namespaces/a/configmaps/x');
    void chain([drain.filter], () => new Promise(() => undefined))(stuck.request);
    drain.begin();
    await drain.finished(1);
    expect(stuck.request.signal.aborted).toBe(true);
  });
});

describe('the signal of a request', () => {
  it('is aborted when the client disconnects', () => {
    const { request, reply } = make('GET', '/x');
    const { signal } = request;
    reply.destroy();
    expect(signal.aborted).toBe(true);
  });
  it('is aborted from the beginning when the client has disconnected before', () => {
    const { request, reply } = make('GET', '/x');
    reply.destroy();
    expect(request.signal.aborted).toBe(true);
  });
});
