import { FakeClock } from '@orch/apimachinery';
import { sendStatus } from '@orch/client-testing';
import { credential, get, PluginFixture, V1BETA1 } from './plugin.fixture.js';
import type { Transport } from '../transport/transport.js';

const START = Date.parse('2026-01-01T00:00:00Z');
const HOUR = 3_600_000;

let fixture: PluginFixture;
let clock: FakeClock;
beforeEach(async () => {
  fixture = await PluginFixture.start();
  clock = new FakeClock(START);
});
afterEach(() => fixture.stop());

const gives = (token: string, lifetimeMs?: number): void =>
  fixture.plugin.behave({
    output: credential({
      token,
      ...(lifetimeMs === undefined
        ? {}
        : { expirationTimestamp: new Date(clock.now() + lifetimeMs).toISOString().replace('.000', '') }),
    }),
  });
const headers = (transport: Transport, count: number): Promise<unknown[]> =>
  Promise.all(Array.from({ length: count }, () => get(transport)));
const refuse = (count = 1): void => {
  const refusal = { answer: (response: Parameters<typeof sendStatus>[0]) => sendStatus(response, 401, 'Unauthorized') };
  fixture.server.fail(...Array.from({ length: count }, () => refusal));
};

it('B-168 with an expiry is used until it passes', async () => {
  const transport = fixture.transport(undefined, clock);
  gives('first', HOUR);
  expect(await fixture.header(transport)).toBe('Bearer first');
  gives('second', 2 * HOUR);
  clock.advance(HOUR - 1);
  expect(await fixture.header(transport)).toBe('Bearer first');
  clock.advance(1);
  expect(await fixture.header(transport)).toBe('Bearer second');
  expect(await fixture.header(transport)).toBe('Bearer second');
  expect(fixture.plugin.runs).toHaveLength(2);
});

it('B-168 that has expired already is used for one request', async () => {
  const transport = fixture.transport(undefined, clock);
  gives('old', -HOUR);
  expect(await fixture.header(transport)).toBe('Bearer old');
  gives('new', HOUR);
  expect(await fixture.header(transport)).toBe('Bearer new');
});

it('B-171 without an expiry is kept', async () => {
  const transport = fixture.transport(undefined, clock);
  gives('kept');
  for (let day = 0; day < 3; day++) {
    expect(await fixture.header(transport)).toBe('Bearer kept');
    clock.advance(24 * HOUR);
  }
  expect(fixture.plugin.runs).toHaveLength(1);
});

it('B-169 D-116 ends with a 401: that request fails, and the next one has a new credential', async () => {
  const transport = fixture.transport(undefined, clock);
  gives('first', HOUR);
  await get(transport);
  gives('second', HOUR);
  refuse();
  await expect(get(transport)).rejects.toMatchObject({ reason: 'Unauthorized' });
  expect(fixture.server.requests).toHaveLength(2);
  expect(await fixture.header(transport)).toBe('Bearer second');
  expect(fixture.plugin.runs).toHaveLength(2);
});

it('B-169 ends with the 401 of a watch', async () => {
  const transport = fixture.transport(undefined, clock);
  gives('first');
  refuse();
  const watch = transport.stream({ method: 'GET', path: '/api/v1/configmaps?watch=true' });
  await expect(watch[Symbol.asyncIterator]().next()).rejects.toMatchObject({ reason: 'Unauthorized' });
  gives('second');
  expect(await fixture.header(transport)).toBe('Bearer second');
});

it('B-169 a late 401 of an older credential does not end a newer one', async () => {
  const transport = fixture.transport(undefined, clock);
  gives('first', HOUR);
  let answerLate = (): void => undefined;
  fixture.server.fail({ answer: (response) => (answerLate = () => sendStatus(response, 401, 'Unauthorized')) });
  const call = transport.text({ method: 'GET', path: '/version', timeoutMs: 9 * HOUR });
  const late = call.catch((error: unknown) => error);
  await fixture.server.until('the first request', () => fixture.server.requests.length === 1);
  gives('second', 9 * HOUR);
  clock.advance(HOUR);
  expect(await fixture.header(transport)).toBe('Bearer second');
  answerLate();
  expect(await late).toMatchObject({ reason: 'Unauthorized' });
  expect(await fixture.header(transport)).toBe('Bearer second');
  expect(fixture.plugin.runs).toHaveLength(2);
});

it('another failure than 401 does not end it', async () => {
  const transport = fixture.transport(undefined, clock);
  gives('kept');
  fixture.server.fail({ answer: (response) => sendStatus(response, 403, 'Forbidden') });
  await expect(get(transport)).rejects.toMatchObject({ reason: 'Forbidden' });
  await get(transport);
  expect(fixture.plugin.runs).toHaveLength(1);
});

it('D-118 concurrent requests share one run', async () => {
  gives('shared', HOUR);
  await headers(fixture.transport(undefined, clock), 10);
  expect(fixture.server.requests.map(({ headers: { authorization } }) => authorization)).toEqual(
    Array.from({ length: 10 }, () => 'Bearer shared'),
  );
  expect(fixture.plugin.runs).toHaveLength(1);
});

it('D-118 concurrent requests share a failed run', async () => {
  fixture.plugin.behave({ exitCode: 1 });
  await expect(headers(fixture.transport(undefined, clock), 10)).rejects.toThrow('exit code 1');
  expect(fixture.plugin.runs).toHaveLength(1);
});

it('D-118 concurrent requests that get 401 cause one further run', async () => {
  const transport = fixture.transport(undefined, clock);
  gives('first');
  await get(transport);
  refuse(10);
  await Promise.allSettled(Array.from({ length: 10 }, () => get(transport)));
  gives('second');
  await headers(transport, 10);
  expect(fixture.plugin.runs).toHaveLength(2);
});

it('D-118 clients with the same entry and cluster share the credential, also after one of them was closed', async () => {
  gives('shared');
  const first = fixture.transport(undefined, clock);
  await get(first);
  await first.close();
  await get(fixture.transport(undefined, clock));
  expect(fixture.plugin.runs).toHaveLength(1);
});

it.each<[string, object, object]>([
  ['argument', { args: ['x'] }, {}],
  ['variable', { env: [{ name: 'A', value: 'x' }] }, {}],
  ['cluster', {}, { 'tls-server-name': 'other' }],
  ['extension', {}, { extensions: [{ name: 'client.authentication.orch.io/exec', extension: 1 }] }],
])('D-118 clients with another %s do not share it', async (_name, exec, cluster) => {
  gives('own');
  await get(fixture.transport(undefined, clock));
  await get(fixture.transport(fixture.configuration(exec, cluster), clock));
  expect(fixture.plugin.runs).toHaveLength(2);
});

it('clients with another version do not share it', async () => {
  gives('own');
  await get(fixture.transport(undefined, clock));
  const other = fixture.transport(fixture.configuration({ apiVersion: V1BETA1 }), clock);
  await expect(get(other)).rejects.toThrow('is configured with apiVersion');
});
