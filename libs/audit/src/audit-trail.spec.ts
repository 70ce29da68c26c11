import { EventEmitter } from 'node:events';
import { ApiError, FakeClock } from '@orch/apimachinery';
import { silentLogger } from '@orch/process';
import { vocabularies } from '@orch/vocabulary';
import { resolveRequestInfo, type ServerRequest } from '@orch/http';
import type { AuditEvent } from './audit-event.js';
import { withoutBodies } from './annotations.js';
import { AuditTrail } from './audit-trail.js';
import { ByteBudget } from './byte-budget.js';
import { Delivery } from './delivery.js';
import { readAuditPolicy } from './read-audit-policy.js';

const vocabulary = vocabularies.orch;
const clock = new FakeClock(Date.parse('2026-01-01T00:00:00Z'));

/** Records one request that fails in some way. @returns stages and codes. */
async function recordedOf(failure: ServerRequest['failure'], policy: object = {}): Promise<unknown[]> {
  const events: AuditEvent[] = [];
  const backend = {
    name: 'memory',
    write: (batch: readonly AuditEvent[]) => Promise.resolve(void events.push(...batch)),
    close: () => Promise.resolve(),
  };
  const gathering = {
    mode: 'batch',
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
  const trail = new AuditTrail({
    policy: { current: readAuditPolicy(text, vocabulary.groups.audit), close: () => undefined },
    deliveries: [new Delivery(backend, gathering, clock, silentLogger)],
    ending: new AbortController(),
    vocabulary,
    clock,
    log: silentLogger,
    definitionOf: () => undefined,
  });
  const reply = Object.assign(new EventEmitter(), { headersSent: false, statusCode: 200 });
  const request = {
    info: resolveRequestInfo('GET', '/version'),
    url: '/version',
    user: { username: 'jane', groups: [] },
    headers: {},
    raw: { socket: { remoteAddress: '127.0.0.1' } },
    reply,
  } as unknown as ServerRequest;
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
});
