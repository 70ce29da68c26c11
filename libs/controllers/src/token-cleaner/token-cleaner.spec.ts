import { FakeClock } from '@orch/apimachinery';
import { InMemoryApi } from '@orch/client-testing';
import { vocabularies } from '@orch/vocabulary';
import { secrets, type Secret } from '../shared/bootstrap-token.js';
import { planToken } from './plan.js';
import { TokenCleanerReconciler } from './reconciler.js';

const T0 = Date.UTC(2024, 0, 1);
const DAY = 86_400_000;
const signal = new AbortController().signal;
const base64 = (text: string) => Buffer.from(text).toString('base64');
const token = (expiration?: string): Secret => ({
  metadata: { namespace: 'orch-system', name: 'bootstrap-token-abcdef' },
  type: 'bootstrap.orch.io/token',
  data: expiration === undefined ? {} : { expiration: base64(expiration) },
});

describe('plan', () => {
  const table = [
    { id: 'A-504', name: 'expired', secret: token('2023-12-31T23:59:59Z'), want: { action: 'delete' } },
    { id: 'A-504', name: 'at the very moment', secret: token('2024-01-01T00:00:00Z'), want: { action: 'delete' } },
    {
      id: 'A-504',
      name: 'an offset is understood',
      secret: token('2024-01-01T01:00:00+02:00'),
      want: { action: 'delete' },
    },
    {
      id: 'A-503',
      name: 'not yet',
      secret: token('2024-01-01T00:00:05Z'),
      want: { action: 'wait', untilMs: T0 + 5000 },
    },
    { id: 'A-270', name: 'without expiration', secret: token(), want: { action: 'keep' } },
    { id: 'A-270', name: 'empty expiration', secret: token(''), want: { action: 'keep' } },
    { id: 'D-024', name: 'unreadable: unusable, but kept', secret: token('soon'), want: { action: 'keep' } },
  ];
  for (const c of table) it(`${c.id} ${c.name}`, () => expect(planToken(c.secret, T0)).toEqual(c.want));
});

describe('reconciler', () => {
  const api = new InMemoryApi();
  const clock = new FakeClock(T0);
  const key = { namespace: 'orch-system', name: 'bootstrap-token-abcdef' };
  const over = (lister = api.lister(secrets)) =>
    new TokenCleanerReconciler(lister, api.resource(secrets), vocabularies.orch, clock);

  it('B-009 waits for the moment, then deletes', async () => {
    api.put(secrets, token('2024-01-01T00:00:05Z'));
    expect(await over().reconcile(key, signal)).toEqual({ requeueAfterMs: 5000 });
    expect(api.find(secrets, key)).toBeDefined();
    clock.advance(5000);
    await over().reconcile(key, signal);
    expect(api.find(secrets, key)).toBeUndefined();
    await over().reconcile(key, signal);
  });
  it('a wait is never longer than a day', async () => {
    api.put(secrets, token('2034-01-01T00:00:00Z'));
    expect(await over().reconcile(key, signal)).toEqual({ requeueAfterMs: DAY });
  });
  it('a token prolonged meanwhile stays', async () => {
    const stale = api.put(secrets, token('2023-01-01T00:00:00Z'));
    api.put(secrets, { ...stale, data: { expiration: base64('2034-01-01T00:00:00Z') } });
    const behind = over({ ...api.lister(secrets), get: () => stale });
    await expect(behind.reconcile(key, signal)).rejects.toMatchObject({ reason: 'Conflict' });
    expect(api.find(secrets, key)).toBeDefined();
  });
  it('A-265 a Secret of another type stays', async () => {
    api.put(secrets, { ...token('2023-01-01T00:00:00Z'), type: 'Opaque' });
    await over().reconcile(key, signal);
    expect(api.find(secrets, key)).toBeDefined();
  });
});
