import type { IncomingMessage, ServerResponse } from 'node:http';
import { EventEmitter } from 'node:events';
import { resolveRequestInfo, ServerRequest } from '@orch/http';
import { noYaml } from '@orch/server-testing';
import { mostPerTurn } from '@orch/testing';
import { vocabularies } from '@orch/vocabulary';
import { FlowControl } from './flow-control.js';
import { LevelSeat } from './level-seat.js';
import { everything, groups, limitedLevel, schema as schemaForm } from './object-forms.js';

function setUp() {
  const flows = new FlowControl(1, vocabularies.orch.headers);
  const queuing = { queues: 1, handSize: 1, queueLengthLimit: 100 };
  flows.update([schemaForm('a', 50, 'a', 'ByUser', [everything(groups('a'))])], [limitedLevel('a', 1, 0, queuing)]);
  const schema = flows.schemas.find(({ level: { name } }) => name === 'a')!;
  const counts = { inFlight: { readOnly: 0, mutating: 0 }, rejected: 0 };
  const seat = () => {
    const url = '/api/v1/namespaces/a/pods';
    const raw = Object.assign(new EventEmitter(), { method: 'GET', url, headers: {}, httpVersionMajor: 1 });
    const reply = new EventEmitter() as unknown as ServerResponse;
    const request = new ServerRequest(raw as unknown as IncomingMessage, reply, 'id', 1_000, noYaml);
    request.info = resolveRequestInfo('GET', url);
    request.user = { username: 'jane', groups: ['a'] };
    return { request, seat: new LevelSeat(request, schema, { waitLimitMs: 60_000, counts }) };
  };
  return { level: schema.level, seat };
}

it('requests that waited for a seat begin in several turns of the event loop', async () => {
  const { level, seat } = setUp();
  const first = seat().seat;
  first.tryTake();
  const works = Array.from({ length: 40 }, async () => {
    const one = seat().seat;
    expect(await one.wait()).toBeUndefined();
    const endMs = performance.now() + 1;
    while (performance.now() < endMs);
    one.release();
  });
  first.release();
  expect(await mostPerTurn(works)).toBeLessThanOrEqual(20);
  expect(level.executing).toBe(0);
});

it('a request that is aborted before its turn gives its seat to the next one', async () => {
  const { level, seat } = setUp();
  const first = seat().seat;
  first.tryTake();
  const [gone, next] = [seat(), seat()];
  const waits = Promise.all([gone.seat.wait(), next.seat.wait()]);
  first.release();
  gone.request.abort(new Error('gone'));
  expect(await waits).toEqual(['cancelled', undefined]);
  next.seat.release();
  expect(level.executing).toBe(0);
});
