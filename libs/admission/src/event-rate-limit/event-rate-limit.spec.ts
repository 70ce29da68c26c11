import { FakeClock } from '@orch/apimachinery';
import { attributesOf } from '../attributes.fixture.js';
import { eventRateLimit, type EventLimit, type LimitType } from './event-rate-limit.js';

const event = (namespace: string, user: string, name = 'p') =>
  attributesOf(
    { source: { component: 'c', host: 'h' }, involvedObject: { kind: 'Pod', namespace, name } },
    { resource: 'events', namespace, user: { username: user, groups: [] } },
  );

describe('EventRateLimit', () => {
  let clock: FakeClock;
  beforeEach(() => (clock = new FakeClock()));
  const limit = (type: LimitType, more: Partial<EventLimit> = {}): EventLimit => ({
    type,
    qps: 1,
    burst: 2,
    cacheSize: 10,
    ...more,
  });
  /** Whether each event is admitted. */
  const admitted = (limits: readonly EventLimit[], events: readonly ReturnType<typeof event>[]) => {
    const plugin = eventRateLimit(limits, clock);
    return events.map((one) => isAdmitted(plugin, one));
  };
  const isAdmitted = (plugin: ReturnType<typeof eventRateLimit>, one: ReturnType<typeof event>): boolean => {
    try {
      void plugin.validate!(one);
      return true;
    } catch {
      return false;
    }
  };

  it.each<[LimitType, boolean[]]>([
    ['Server', [true, true, false, false]],
    ['Namespace', [true, true, false, true]],
    ['User', [true, true, true, false]],
    ['SourceAndObject', [true, true, false, true]],
  ])('type %s: what shares a bucket', (type, want) => {
    const events = [event('a', 'jane'), event('a', 'jane'), event('a', 'kim'), event('b', 'jane')];
    expect(admitted([limit(type)], events)).toEqual(want);
  });

  it('fills the bucket with time, up to the burst', () => {
    const plugin = eventRateLimit([limit('Server', { qps: 2 })], clock);
    const next = () => isAdmitted(plugin, event('a', 'jane'));
    expect([next(), next(), next()]).toEqual([true, true, false]);
    clock.advance(500);
    expect([next(), next()]).toEqual([true, false]);
    clock.advance(60_000);
    expect([next(), next(), next()]).toEqual([true, true, false]);
  });

  it('keeps as many buckets as configured: a dropped one starts full', () => {
    const events = ['a', 'b', 'a'].map((namespace) => event(namespace, 'jane'));
    expect(admitted([limit('Namespace', { burst: 1, cacheSize: 1 })], events)).toEqual([true, true, true]);
    expect(admitted([limit('Namespace', { burst: 1, cacheSize: 2 })], events)).toEqual([true, true, false]);
  });

  it('gives long keys buckets of their own, and shows their beginning only', () => {
    const long = 'n'.repeat(2_000);
    const plugin = eventRateLimit([limit('Namespace', { burst: 1 })], clock);
    void plugin.validate!(event(`${long}a`, 'jane'));
    void plugin.validate!(event(`${long}b`, 'jane'));
    expect(() => plugin.validate!(event(`${long}a`, 'jane'))).toThrow(
      expect.objectContaining({ message: expect.stringMatching(/for key n{1024}$/) as unknown }),
    );
  });

  it('names every limit that is reached', () => {
    const plugin = eventRateLimit([limit('Namespace', { burst: 1 }), limit('User', { burst: 1 })], clock);
    void plugin.validate!(event('a', 'jane'));
    expect(() => plugin.validate!(event('a', 'jane'))).toThrow(
      'Too many requests: [limit reached on type Namespace for key a, limit reached on type User for key jane]',
    );
  });

  it('handles events of the core group, without dry runs', () => {
    const { handles } = eventRateLimit([limit('Server')], clock);
    expect(handles(event('a', 'jane'))).toBe(true);
    expect(handles({ ...event('a', 'jane'), dryRun: true })).toBe(false);
    expect(handles({ ...event('a', 'jane'), operation: 'DELETE' })).toBe(false);
    expect(handles(attributesOf({}))).toBe(false);
  });
});
