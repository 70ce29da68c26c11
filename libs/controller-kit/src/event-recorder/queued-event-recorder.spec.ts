import { ApiError, FakeClock } from '@orch/apimachinery';
import type { HasMetadata } from '@orch/client';
import { RecordingLogger } from '../testing/recording-logger.js';
import type { CoreEvent } from './event.js';
import { QueuedEventRecorder } from './queued-event-recorder.js';

const pod: HasMetadata = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'p', namespace: 'ns', uid: 'u', resourceVersion: '7' },
};

function setup(options: { maxPending?: number; maxKnown?: number } = {}) {
  const clock = new FakeClock();
  const logger = new RecordingLogger();
  const created: CoreEvent[] = [];
  const patched: [string, unknown][] = [];
  const failures: Error[] = [];
  const events = {
    create: (event: CoreEvent) => {
      const failure = failures.shift();
      if (failure) return Promise.reject(failure);
      created.push(event);
      return Promise.resolve(event);
    },
    patch: (key: { name: string }, _type: string, body: unknown) => {
      const failure = failures.shift();
      if (failure) return Promise.reject(failure);
      patched.push([key.name, body]);
      return Promise.resolve({} as CoreEvent);
    },
  };
  const recorder = new QueuedEventRecorder({
    events: events as never,
    component: 'tester',
    defaultNamespace: 'default',
    clock,
    logger,
    ...options,
  });
  return { clock, logger, created, patched, failures, recorder };
}

describe('QueuedEventRecorder', () => {
  it('records one Event about the object', async () => {
    const { recorder, created } = setup();
    recorder.record(pod, 'Warning', 'Broken', 'It broke.');
    await recorder.flush();
    expect(created).toMatchObject([
      {
        apiVersion: 'v1',
        kind: 'Event',
        metadata: { namespace: 'ns', name: expect.stringMatching(/^p\.[0-9a-f]+$/) },
        involvedObject: { apiVersion: 'v1', kind: 'Pod', namespace: 'ns', name: 'p', uid: 'u', resourceVersion: '7' },
        reason: 'Broken',
        message: 'It broke.',
        type: 'Warning',
        source: { component: 'tester' },
        firstTimestamp: '2024-01-01T00:00:00Z',
        lastTimestamp: '2024-01-01T00:00:00Z',
        count: 1,
      },
    ]);
  });

  it('one about a cluster-scoped object goes to the default namespace', async () => {
    const { recorder, created } = setup();
    recorder.record({ kind: 'Node', metadata: { name: 'n'.repeat(253) } }, 'Normal', 'Up', 'It is up.');
    await recorder.flush();
    expect(created[0]!.metadata.namespace).toBe('default');
    expect(created[0]!.metadata.name).toHaveLength(253);
  });

  it('an equal one raises the count, another message is another Event', async () => {
    const { recorder, clock, created, patched } = setup();
    recorder.record(pod, 'Normal', 'Up', 'It is up.');
    await recorder.flush();
    clock.advance(60_000);
    recorder.record({ ...pod, metadata: { ...pod.metadata, resourceVersion: '8' } }, 'Normal', 'Up', 'It is up.');
    recorder.record(pod, 'Normal', 'Up', 'Still up.');
    await recorder.flush();
    expect(created.map((e) => e.message)).toEqual(['It is up.', 'Still up.']);
    expect(patched).toEqual([[created[0]!.metadata.name, { count: 2, lastTimestamp: '2024-01-01T00:01:00Z' }]]);
    expect(created[0]!.metadata.name).not.toBe(created[1]!.metadata.name);
  });

  it('cuts a message that is too long', async () => {
    const { recorder, created } = setup();
    recorder.record(pod, 'Warning', 'Broken', `${'x'.repeat(1_021)}${'y'.repeat(1_000_000)}`);
    recorder.record(pod, 'Warning', 'Broken', 'z'.repeat(1_024));
    await recorder.flush();
    expect(created.map(({ message }) => message)).toEqual([`${'x'.repeat(1_021)}...`, 'z'.repeat(1_024)]);
  });

  it('equal ones that wait become one request', async () => {
    const { recorder, created, patched } = setup();
    recorder.record(pod, 'Normal', 'First', 'It is first.');
    for (let i = 0; i < 5; i++) recorder.record(pod, 'Normal', 'Up', 'It is up.');
    await recorder.flush();
    expect(created.map((e) => e.count)).toEqual([1, 5]);
    expect(patched).toEqual([]);
  });

  it('creates a new Event when the last one is old or has expired', async () => {
    const { recorder, clock, created, failures } = setup();
    recorder.record(pod, 'Normal', 'Up', 'It is up.');
    await recorder.flush();
    failures.push(ApiError.notFound({ group: '', resource: 'events', name: 'x' }));
    recorder.record(pod, 'Normal', 'Up', 'It is up.');
    await recorder.flush();
    clock.advance(600_000);
    recorder.record(pod, 'Normal', 'Up', 'It is up.');
    await recorder.flush();
    expect(created.map((e) => e.count)).toEqual([1, 1, 1]);
  });

  it('a failure is one line in the log and costs only that Event', async () => {
    const { recorder, created, failures, logger } = setup();
    failures.push(ApiError.forbidden({ group: '', resource: 'events' }, 'no'));
    recorder.record(pod, 'Normal', 'One', 'One.');
    recorder.record(pod, 'Normal', 'Two', 'Two.');
    await recorder.flush();
    expect(created.map((e) => e.reason)).toEqual(['Two']);
    expect(logger.lines).toMatchObject([
      { level: 'warn', message: 'could not record an event', fields: { reason: 'One' } },
    ]);
  });

  it('drops events beyond the bound, and logs it', async () => {
    const { recorder, created, logger } = setup({ maxPending: 4 });
    // The first one is being sent and no longer waits.
    for (const reason of ['A', 'B', 'C', 'D', 'E']) recorder.record(pod, 'Normal', reason, 'x');
    await recorder.flush();
    expect(created.map((e) => e.reason)).toEqual(['A', 'B', 'C']);
    expect(logger.lines.map((l) => [l.message, l.fields])).toEqual([
      ['event queue full, dropping events', { reason: 'D' }],
      ['events were dropped', { count: 2 }],
    ]);
  });

  it('events of one namespace delay those of another by one each time, and leave room for them', async () => {
    const { recorder, created } = setup({ maxPending: 10 });
    for (let n = 0; n < 100; n++) recorder.record(pod, 'Normal', `R${n}`, 'x');
    for (const reason of ['A', 'B', 'C']) {
      recorder.record({ ...pod, metadata: { ...pod.metadata, namespace: 'other' } }, 'Normal', reason, 'x');
    }
    await recorder.flush();
    expect(created.map((e) => e.reason)).toEqual(['R0', 'R1', 'A', 'R2', 'B', 'R3', 'C', 'R4', 'R5']);
  });

  it('stopped, it drops what waits and takes nothing more', async () => {
    const { recorder, created } = setup();
    for (const reason of ['A', 'B']) recorder.record(pod, 'Normal', reason, 'x');
    recorder.stop();
    recorder.record(pod, 'Normal', 'C', 'x');
    await recorder.flush();
    expect(created.map((e) => e.reason)).toEqual(['A']);
  });

  it('forgets the count of the one not seen for the longest time at the bound', async () => {
    const { recorder, created, patched } = setup({ maxKnown: 2 });
    for (const reason of ['A', 'B', 'A', 'C', 'A', 'B']) {
      recorder.record(pod, 'Normal', reason, 'x');
      await recorder.flush();
    }
    expect(created.map((e) => e.reason)).toEqual(['A', 'B', 'C', 'B']);
    expect(patched).toHaveLength(2);
  });
});
