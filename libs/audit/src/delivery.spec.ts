import { FakeClock } from '@orch/apimachinery';
import { type Logger, silentLogger } from '@orch/process';
import { vocabularies } from '@orch/vocabulary';
import type { AuditBackend } from './audit-backend.js';
import type { AuditEvent } from './audit-event.js';
import { withoutBodies } from './annotations.js';
import { ByteBudget } from './byte-budget.js';
import { Delivery, type DeliveryOptions } from './delivery.js';
import { EmbeddedJson } from './embedded-json.js';

const event = (auditID: string) => ({ auditID, requestURI: '/', user: { username: '' } }) as AuditEvent;
const MEBIBYTE = 1_048_576;
const eventOf = (auditID: string, bodyBytes: number) =>
  ({ ...event(auditID), responseObject: EmbeddedJson.of(Buffer.alloc(bodyBytes, 'x')) }) as AuditEvent;

/** Keeps the events it is given; a test can make its writes wait or fail. */
class Keeper implements AuditBackend {
  readonly name = 'keeper';
  readonly writes: string[][] = [];
  readonly events: AuditEvent[] = [];
  failure: Error | undefined;
  /** Writes wait for it. */
  gate: Promise<void> = Promise.resolve();
  closed = false;
  async write(events: readonly AuditEvent[]): Promise<void> {
    await this.gate;
    if (this.failure) throw this.failure;
    this.events.push(...events);
    this.writes.push(events.map(({ auditID }) => auditID));
  }
  close(): Promise<void> {
    this.closed = true;
    return Promise.resolve();
  }
}

describe('Delivery', () => {
  let keeper: Keeper;
  let clock: FakeClock;
  beforeEach(() => {
    keeper = new Keeper();
    clock = new FakeClock(0);
  });
  const make = (options: Partial<DeliveryOptions> = {}, log: Logger = silentLogger) => {
    const all: DeliveryOptions = {
      mode: 'blocking',
      maxEvents: 3,
      maxWaitMs: 0,
      bufferEvents: 5,
      budget: new ByteBudget(1e9),
      withoutBodies: withoutBodies(vocabularies.kubernetes),
      ...options,
    };
    return new Delivery(keeper, all, clock, log);
  };

  it('batches events that arrive during a write into the next, in order', async () => {
    const delivery = make();
    let open: () => void = () => undefined;
    keeper.gate = new Promise((resolve) => (open = resolve));
    const first = delivery.sendAwaited(event('1'));
    await Promise.resolve();
    for (const id of ['2', '3', '4', '5']) delivery.send(event(id));
    open();
    await first;
    await delivery.close();
    expect(keeper.writes).toEqual([['1'], ['2', '3', '4'], ['5']]);
    expect([delivery.counts, keeper.closed]).toEqual([{ kept: 5, lost: 0 }, true]);
  });

  it('D-197 a batch waits for others until it is full or its time is up', async () => {
    const delivery = make({ mode: 'batch', maxWaitMs: 1_000 });
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    expect(delivery.sendAwaited(event('1'))).toBeUndefined();
    await turn();
    expect(keeper.writes).toEqual([]);
    clock.advance(1_000);
    await turn();
    expect(keeper.writes).toEqual([['1']]);
    for (const id of ['2', '3', '4']) delivery.send(event(id));
    await turn();
    expect(keeper.writes).toEqual([['1'], ['2', '3', '4']]);
    delivery.send(event('5'));
    await delivery.close();
    expect(keeper.writes.at(-1)).toEqual(['5']);
  });

  const modes: [mode: DeliveryOptions['mode'], fails: boolean][] = [
    ['batch', false],
    ['blocking', false],
    ['blocking-strict', true],
  ];
  for (const [mode, fails] of modes) {
    it(`D-197 a failure in mode ${mode} ${fails ? 'stops' : 'does not stop'} the request`, async () => {
      keeper.failure = new Error('no space left');
      const sent = Promise.resolve(make({ mode }).sendAwaited(event('1')));
      const failure = await sent.then(
        () => undefined,
        (error: unknown) => error,
      );
      expect(failure).toBe(fails ? keeper.failure : undefined);
    });
  }

  it('counts events beyond the buffer as lost; logs an outage once, and its end', async () => {
    const log = { ...silentLogger, error: jest.fn(), info: jest.fn() };
    const delivery = make({}, log);
    keeper.failure = new Error('no space left');
    for (let i = 0; i < 8; i++) delivery.send(event(String(i)));
    await new Promise((resolve) => setImmediate(resolve));
    expect(delivery.counts).toEqual({ kept: 0, lost: 8 });
    keeper.failure = undefined;
    await delivery.sendAwaited(event('again'));
    expect(delivery.counts).toEqual({ kept: 1, lost: 8 });
    expect([log.error.mock.calls.length, log.info.mock.calls.length]).toEqual([1, 1]);
  });

  it('keeps no more bytes than its budget: bodies are left out first, then events are lost', async () => {
    let open: () => void = () => undefined;
    keeper.gate = new Promise((resolve) => (open = resolve));
    const budget = new ByteBudget(2 * MEBIBYTE + 10_000);
    const delivery = make({ mode: 'batch', maxEvents: 100, bufferEvents: 100, budget });
    for (const id of ['1', '2', '3', '4', '5', '6', '7']) delivery.send(eventOf(id, MEBIBYTE));
    expect(delivery.counts.lost).toBe(3);
    open();
    await delivery.close();
    expect(
      keeper.events.map(({ auditID, responseObject, annotations }) => [auditID, !!responseObject, annotations]),
    ).toEqual([
      ['1', true, undefined],
      ['2', true, undefined],
      ['3', false, { 'audit.k8s.io/truncated': 'true' }],
      ['4', false, { 'audit.k8s.io/truncated': 'true' }],
    ]);
    expect(budget.take(2 * MEBIBYTE + 10_000)).toBe(true);
  });

  it('releases the budget of a failed write', async () => {
    const budget = new ByteBudget(MEBIBYTE);
    const delivery = make({ budget });
    keeper.failure = new Error('no space left');
    await delivery.sendAwaited(eventOf('1', MEBIBYTE / 2));
    keeper.failure = undefined;
    await delivery.close();
    expect(budget.take(MEBIBYTE)).toBe(true);
  });

  it('counts the texts that clients choose', () => {
    keeper.gate = new Promise(() => undefined);
    const delivery = make({ mode: 'batch', maxEvents: 100, bufferEvents: 100, budget: new ByteBudget(200_000) });
    const text = 'x'.repeat(60_000);
    const large: AuditEvent[] = [
      { ...event('1'), requestURI: text },
      { ...event('2'), user: { username: 'jane', groups: [text], extra: { a: [] } } },
      { ...event('3'), userAgent: text },
      { ...event('4'), annotations: { a: text } },
    ];
    for (const one of large) delivery.send(one);
    expect(delivery.counts.lost).toBe(1);
  });

  it('writes at most 10 MiB at once, and a larger event alone', async () => {
    const delivery = make({ mode: 'batch', maxEvents: 100, maxWaitMs: 1_000, bufferEvents: 100 });
    delivery.send(eventOf('1', 6 * MEBIBYTE));
    delivery.send(eventOf('2', 3 * MEBIBYTE));
    delivery.send(eventOf('3', 3 * MEBIBYTE));
    delivery.send(eventOf('4', 12 * MEBIBYTE));
    delivery.send(eventOf('5', 1));
    await delivery.close();
    expect(keeper.writes).toEqual([['1', '2'], ['3'], ['4'], ['5']]);
  });

  it('truncates events that exceed the maximum size, loses those that still do, and splits batches', async () => {
    const truncation = { maxEventBytes: 1_000, maxBatchBytes: 10_000 };
    const delivery = make({ mode: 'batch', maxEvents: 100, maxWaitMs: 1_000, bufferEvents: 100, truncation });
    delivery.send(eventOf('small', 500));
    delivery.send(eventOf('body', 2_000));
    delivery.send({ ...event('long'), requestURI: `/${'x'.repeat(1_000)}` });
    for (const id of ['3', '4', '5', '6']) delivery.send(event(id));
    await delivery.close();
    expect(keeper.writes.map((ids) => ids.length)).toEqual([4, 2]);
    expect(keeper.events.slice(0, 2).map(({ responseObject, annotations }) => [!!responseObject, annotations])).toEqual(
      [
        [true, undefined],
        [false, { 'audit.k8s.io/truncated': 'true' }],
      ],
    );
    expect(delivery.counts).toEqual({ kept: 6, lost: 1 });
  });

  describe('with a throttle', () => {
    const throttled = () => make({ mode: 'batch', maxEvents: 1, bufferEvents: 100, throttle: { qps: 1, burst: 2 } });
    const settled = () => new Promise((resolve) => setImmediate(resolve));

    it('writes a burst of batches, then one in each period', async () => {
      const delivery = throttled();
      for (const id of ['1', '2', '3', '4']) delivery.send(event(id));
      await settled();
      expect(keeper.writes).toEqual([['1'], ['2']]);
      clock.advance(1_000);
      await settled();
      expect(keeper.writes).toEqual([['1'], ['2'], ['3']]);
      await delivery.close();
    });

    it('writes all that waits at shutdown, at once', async () => {
      const delivery = throttled();
      for (const id of ['1', '2', '3', '4', '5']) delivery.send(event(id));
      await settled();
      await delivery.close();
      expect(keeper.writes.flat()).toEqual(['1', '2', '3', '4', '5']);
      expect(delivery.counts).toEqual({ kept: 5, lost: 0 });
    });
  });
});
