import { EventEmitter } from 'node:events';
import { ApiError, FakeClock } from '@orch/apimachinery';
import { silentLogger } from '@orch/process';
import { vocabularies } from '@orch/vocabulary';
import { resolveRequestInfo, type ServerRequest } from '@orch/http';
import type { AuditBackend } from './audit-backend.js';
import type { AuditEvent } from './audit-event.js';
import type { AuditMode } from './audit-options.js';
import { withoutBodies } from './annotations.js';
import { AuditTrail } from './audit-trail.js';
import { ByteBudget } from './byte-budget.js';
import { Delivery } from './delivery.js';
import { readAuditPolicy } from './read-audit-policy.js';

const vocabulary = vocabularies.orch;
const clock = new FakeClock(Date.parse('2026-01-01T00:00:00Z'));

/** @param write of the backend. @param mode of its delivery. */
function trailOf(write: AuditBackend['write'], mode: AuditMode, policy: object = {}): AuditTrail {
  const backend = { name: 'memory', write, close: () => Promise.resolve() };
  const gathering = {
    mode,
    maxEvents: 10,
    maxWaitMs: 0,
    bufferEvents: 10,
    budget: new ByteBudget(1e6),
    withoutBodies: withoutBodies(vocabulary),
  } as const;
  const text = JSON.stringify({
    apiVersion: 'audit.orch.io/v1',
    kind: 'Policy',
    rules: [{ level: 'Metadata' }],
    ...policy,
  });
  return new AuditTrail({
    policy: { current: readAuditPolicy(text, vocabulary.groups.audit), close: () => undefined },
    deliveries: [new Delivery(backend, gathering, clock, silentLogger)],
    ending: new AbortController(),
    vocabulary,
    clock,
    log: silentLogger,
    definitionOf: () => undefined,
  });
}

function requestOf(reply: object): ServerRequest {
  return {
    info: resolveRequestInfo('GET', '/version'),
    url: '/version',
    user: { username: 'jane', groups: [] },
    headers: {},
    raw: { socket: { remoteAddress: '127.0.0.1' } },
    reply,
  } as unknown as ServerRequest;
}

/** Records one request that fails in some way. @returns stages and codes. */
async function recordedOf(failure: ServerRequest['failure'], policy: object = {}): Promise<unknown[]> {
  const events: AuditEvent[] = [];
  const trail = trailOf((batch) => Promise.resolve(void events.push(...batch)), 'batch', policy);
  const reply = Object.assign(new EventEmitter(), { headersSent: false, statusCode: 200 });
  const request = requestOf(reply);
  trail.received(request);
  await trail.identified(request);
  request.failure = failure;
  clock.advance(1_500);
  reply.emit('close');
  await trail.close();
  return events.map(({ stage, responseStatus, requestReceivedTimestamp, stageTimestamp }) => [
    stage,
    responseStatus?.code,
    Date.parse(stageTimestamp) - Date.parse(requestReceivedTimestamp),
  ]);
}

describe('AuditTrail', () => {
  const internal = ApiError.internal('broken').toStatus();
  const meant = ApiError.badRequest('no').toStatus();

  it('D-194 an internal error is a Panic, an API error is a ResponseComplete', async () => {
    expect(await recordedOf({ status: internal, unexpected: true })).toEqual([
      ['RequestReceived', undefined, 0],
      ['Panic', 500, 1_500],
    ]);
    expect((await recordedOf({ status: meant, unexpected: false })).at(-1)).toEqual(['ResponseComplete', 400, 1_500]);
  });

  it('D-194 every stage can be omitted', async () => {
    const policy = { omitStages: ['RequestReceived', 'Panic'] };
    expect(await recordedOf({ status: internal, unexpected: true }, policy)).toEqual([]);
  });

  it('a client that went before there was an answer leaves an event without a status', async () => {
    expect((await recordedOf(undefined)).at(-1)).toEqual(['ResponseComplete', undefined, 1_500]);
  });

  describe('in mode blocking', () => {
    const policy = { omitStages: ['RequestReceived'] };
    const replyOf = () => {
      const ends: unknown[] = [];
      const fields = { headersSent: true, statusCode: 200, destroyed: false, closed: false };
      const reply = Object.assign(new EventEmitter(), fields, { end: (body: unknown) => void ends.push(body) });
      return { reply, ends };
    };

    it('an answer ends when its final event is stored, which is created once', async () => {
      const stages: string[] = [];
      let store: () => void = () => undefined;
      const write = (batch: readonly AuditEvent[]) => {
        stages.push(...batch.map(({ stage }) => stage));
        return new Promise<void>((resolve) => (store = resolve));
      };
      const trail = trailOf(write, 'blocking', policy);
      const { reply, ends } = replyOf();
      const request = requestOf(reply);
      trail.received(request);
      await trail.identified(request);
      reply.end('body');
      reply.end('another');
      await settled();
      expect([stages, ends]).toEqual([['ResponseComplete'], []]);
      store();
      await settled();
      reply.emit('close');
      await trail.close();
      expect([stages, ends]).toEqual([['ResponseComplete'], ['body']]);
    });

    it.each([
      ['the backend fails', () => Promise.reject(new Error('full')), () => undefined, ['body']],
      ['5 s pass', () => new Promise<void>(() => undefined), () => clock.advance(5_000), ['body']],
      ['less than 5 s pass', () => new Promise<void>(() => undefined), () => clock.advance(4_999), []],
    ])('an answer when %s', async (_when, write, then, expected) => {
      const trail = trailOf(write, 'blocking-strict', policy);
      const { reply, ends } = replyOf();
      const request = requestOf(reply);
      trail.received(request);
      await trail.identified(request);
      reply.end('body');
      await settled();
      then();
      await settled();
      expect(ends).toEqual(expected);
    });

    it('large answers end in several turns of the event loop, although their events are stored at once', async () => {
      let store: () => void = () => undefined;
      const trail = trailOf(() => new Promise<void>((resolve) => (store = resolve)), 'blocking', policy);
      const ends: number[] = [0];
      const nextTurn = (): void => void ends.push(0);
      const end = (): void => {
        for (const from = performance.now(); performance.now() - from < TURN_MS;);
        if (ends[ends.length - 1]!++ === 0) setImmediate(nextTurn);
      };
      const replies = Array.from({ length: 10 }, () => Object.assign(replyOf().reply, { end }));
      for (const reply of replies) {
        const request = Object.assign(requestOf(reply), { answerBytes: 100_000 });
        trail.received(request);
        await trail.identified(request);
      }
      for (const reply of replies) reply.end();
      await settled();
      store();
      while (ends.reduce((sum, count) => sum + count, 0) < replies.length) await settled();
      expect(Math.max(...ends)).toBeLessThanOrEqual(2);
    });

    it('an answer whose client is gone does not end', async () => {
      const { reply, ends } = replyOf();
      const trail = trailOf(() => Promise.resolve(), 'blocking', policy);
      const request = requestOf(reply);
      trail.received(request);
      await trail.identified(request);
      reply.end('body');
      reply.destroyed = true;
      await settled();
      expect(ends).toEqual([]);
    });
  });
});

/** As long as works run in a turn. */
const TURN_MS = 8;

/** Everything that waits for promises has run. */
const settled = () => new Promise((resolve) => setImmediate(resolve));
