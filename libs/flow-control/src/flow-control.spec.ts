import fc from 'fast-check';
import type { UserInfo } from '@orch/api';
import { vocabularies } from '@orch/vocabulary';
import { resolveRequestInfo } from '@orch/http';
import { flowOf } from './active-schema.js';
import type { Ticket } from './fair-queues.js';
import { FlowControl } from './flow-control.js';
import { everything, groups, type LevelForm, limitedLevel, schema, type SchemaForm } from './object-forms.js';
import type { PriorityLevel, Waiter } from './priority-level.js';
import { suggestedLevels, suggestedSchemas } from './suggested-objects.js';

const { headers } = vocabularies.orch;
const INFO = resolveRequestInfo('GET', '/api/v1/configmaps');
const user = (...of: string[]): UserInfo => ({ username: 'jane', groups: of });
const queuing = { queues: 4, handSize: 1, queueLengthLimit: 3 };

/** Levels with one schema each: requests of group `a` belong to level `a`. */
function controlOf(seats: number, levels: readonly LevelForm[], more: readonly SchemaForm[] = []): FlowControl {
  const flows = new FlowControl(seats, headers);
  flows.update([...levels.map((level) => schemaOf(level.metadata.name!)), ...more], levels);
  return flows;
}
const schemaOf = (level: string): SchemaForm => schema(level, 50, level, 'ByUser', [everything(groups(level))]);
const levelOf = (flows: FlowControl, name: string): PriorityLevel => flows.classify(user(name), INFO).level;

describe('classification', () => {
  const suggested = suggestedSchemas(vocabularies.kubernetes);
  const flows = new FlowControl(600, headers);
  flows.update(suggested, suggestedLevels);
  const named = (username: string, ...of: string[]): UserInfo => ({
    username,
    groups: [...of, 'system:authenticated'],
  });
  const account = (namespace: string, name: string) =>
    named(`system:serviceaccount:${namespace}:${name}`, 'system:serviceaccounts');
  const anonymous = { username: 'system:anonymous', groups: ['system:unauthenticated'] };
  const rows: [UserInfo, string, string, string][] = [
    [named('root', 'system:masters'), 'DELETE /api/v1/nodes', 'exempt', 'exempt'],
    [anonymous, 'GET /readyz', 'probes', 'exempt'],
    [named('jane'), 'GET /livez', 'probes', 'exempt'],
    [named('jane'), 'GET /livez/ping', 'global-default', 'global-default'],
    [anonymous, 'GET /version', 'global-default', 'global-default'],
    [named('jane'), 'GET /api/v1/pods', 'global-default', 'global-default'],
    [account('ci', 'builder'), 'GET /api/v1/pods', 'service-accounts', 'workload-low'],
    [account('kube-system', 'x'), 'GET /api/v1/pods', 'kube-system-service-accounts', 'workload-high'],
    [
      account('kube-system', 'x'),
      'PUT /apis/coordination.k8s.io/v1/namespaces/kube-system/leases/x',
      'system-leader-election',
      'leader-election',
    ],
    [named('system:kube-scheduler'), 'GET /api/v1/pods', 'kube-scheduler', 'workload-high'],
    [named('system:kube-controller-manager'), 'GET /api/v1/pods', 'kube-controller-manager', 'workload-high'],
    [named('system:node:n', 'system:nodes'), 'PATCH /api/v1/nodes/n/status', 'system-node-high', 'node-high'],
    [named('system:node:n', 'system:nodes'), 'GET /api/v1/pods', 'system-nodes', 'system'],
    [{ username: 'odd', groups: [] }, 'GET /api/v1/pods', 'catch-all', 'catch-all'],
  ];
  for (const [user, line, name, level] of rows) {
    it(`D-226 ${user.username} ${line} matches ${name}`, () => {
      const [method, url] = line.split(' ') as [string, string];
      const found = flows.classify(user, resolveRequestInfo(method, url));
      expect([found.name, found.level.name]).toEqual([name, level]);
    });
  }

  it('D-224 matches by precedence, then by name', () => {
    const all = [everything(groups('a'))];
    const named = (name: string, precedence: number) => schema(name, precedence, 'catch-all', undefined, all);
    const ordered = new FlowControl(10, headers);
    ordered.update([named('z', 7), named('b', 7), named('c', 9)], []);
    expect(ordered.classify(user('a'), INFO).name).toBe('b');
  });

  it('D-224 applies changes to the next request, also of a known user', () => {
    const jane = user('a');
    const live = controlOf(10, [limitedLevel('b', 1, 0, undefined)]);
    expect(live.classify(jane, INFO).name).toBe('catch-all');
    live.update([schemaOf('a')], [limitedLevel('a', 1, 0, undefined)]);
    expect(live.classify(jane, INFO).name).toBe('a');
    live.update([], []);
    expect(live.classify(jane, INFO).name).toBe('catch-all');
  });

  it('ignores a schema whose level is missing', () => {
    const dangling = new FlowControl(10, headers);
    dangling.update([schemaOf('a')], []);
    expect(dangling.classify(user('a'), INFO).name).toBe('catch-all');
  });

  it('no stored object can lock out administrators', () => {
    const hostile = new FlowControl(10, headers);
    const unknown = schema('exempt', 1, 'nowhere', undefined, []);
    hostile.update(
      [unknown, schema('catch-all', 10_000, 'nowhere', undefined, [])],
      [limitedLevel('exempt', 1, 0, undefined)],
    );
    expect(hostile.classify(user('system:masters'), INFO).level.exempt).toBe(true);
    expect(hostile.classify(user('x'), INFO).level.name).toBe('catch-all');
  });

  it('D-225 uses the uids of stored objects', () => {
    const stored = new FlowControl(10, headers);
    const level = limitedLevel('a', 1, 0, undefined);
    stored.update(
      [{ ...schemaOf('a'), metadata: { name: 'a', uid: 'u1' } }],
      [{ ...level, metadata: { name: 'a', uid: 'u2' } }],
    );
    expect(stored.classify(user('a'), INFO).headers).toEqual({
      'X-Orch-PF-FlowSchema-UID': 'u1',
      'X-Orch-PF-PriorityLevel-UID': 'u2',
    });
  });

  it('distinguishes flows by user or by namespace', () => {
    const info = resolveRequestInfo('GET', '/api/v1/namespaces/n/pods');
    const flow = (by: 'ByUser' | 'ByNamespace' | undefined) => {
      const one = new FlowControl(10, headers);
      one.update([schema('s', 5, 'catch-all', by, [everything(groups('a'))])], []);
      return flowOf(one.classify(user('a'), info), user('a'), info);
    };
    expect([flow('ByUser'), flow('ByNamespace'), flow(undefined)]).toEqual(['s\0jane', 's\0n', 's\0']);
  });
});

describe('seats of a level', () => {
  const noop = () => undefined;

  it('D-224 with one seat and a queue of one, the third request is rejected', () => {
    const flows = controlOf(1, [limitedLevel('a', 1, 0, { queues: 1, handSize: 1, queueLengthLimit: 1 })]);
    const level = levelOf(flows, 'a');
    expect([level.tryTake(), level.tryTake()]).toEqual([true, false]);
    expect(typeof level.wait('f', noop)).toBe('object');
    expect([level.tryTake(), level.wait('f', noop)]).toEqual([false, 'queue-full']);
  });

  it('D-224 a level without queues rejects requests when all seats are in use', () => {
    const level = levelOf(controlOf(1, [limitedLevel('a', 1, 0, undefined)]), 'a');
    expect([level.tryTake(), level.tryTake(), level.wait('f', noop)]).toEqual([true, false, 'concurrency-limit']);
  });

  it('D-224 an exempt level never delays requests', () => {
    const level = levelOf(new FlowControl(1, headers), 'system:masters');
    expect(Array.from({ length: 50 }, () => level.tryTake())).not.toContain(false);
  });

  it('a free seat goes to a waiting request before a new one', () => {
    const level = levelOf(controlOf(1, [limitedLevel('a', 1, 0, queuing)]), 'a');
    let served = 0;
    level.tryTake();
    level.wait('f', () => served++);
    level.leave();
    expect([served, level.executing, level.tryTake()]).toEqual([1, 1, false]);
  });

  it('lends unused seats, and gets them back first', () => {
    const flows = controlOf(10, [limitedLevel('a', 5, 80, queuing), limitedLevel('b', 5, 0, queuing)]);
    const [a, b] = [levelOf(flows, 'a'), levelOf(flows, 'b')];
    const nominal = b.seats;
    while (b.tryTake());
    expect(b.executing).toBe(nominal);
    for (let n = 0; n < 3; n++) if (!b.tryTake()) b.wait('f', noop);
    flows.lend();
    expect(b.executing).toBe(nominal + 3);
    while (a.tryTake());
    expect(a.executing).toBe(a.limits.nominal - 3); // the others are lent
    let back = 0;
    a.wait('f', () => back++);
    b.wait('f', noop);
    b.leave();
    expect([back, b.waiting]).toEqual([1, 1]);
  });

  it('completes executing requests of a deleted level', () => {
    const flows = controlOf(1, [limitedLevel('a', 1, 0, queuing)]);
    const level = levelOf(flows, 'a');
    let served = 0;
    level.tryTake();
    level.wait('f', () => served++);
    flows.update([], []);
    level.leave();
    expect([served, [...flows.levels].includes(level)]).toEqual([1, true]);
    level.leave();
    flows.lend();
    expect([...flows.levels].includes(level)).toBe(false);
  });

  it('dispatches waiting requests when a level no longer queues', () => {
    const flows = controlOf(1, [limitedLevel('a', 1, 0, queuing)]);
    const level = levelOf(flows, 'a');
    let served = 0;
    level.tryTake();
    level.wait('f', () => served++);
    flows.update([schemaOf('a')], [limitedLevel('a', 1, 0, undefined)]);
    expect([level.tryTake(), level.wait('f', noop)]).toEqual([false, 'concurrency-limit']);
    level.leave();
    expect(served).toBe(1);
  });
});

const NAMES = ['a', 'b', 'c'] as const;
const anyLevel = fc.record({
  shares: fc.integer({ min: 0, max: 10 }),
  lendable: fc.integer({ min: 0, max: 100 }),
  queues: fc.boolean(),
  limit: fc.option(fc.integer({ min: 0, max: 200 }), { nil: undefined }),
});
const anyStep = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('come' as const), level: fc.nat(2), flow: fc.nat(5) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('end' as const), which: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('give-up' as const), which: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('lend' as const) }) },
);

describe('all levels together', () => {
  it('never use more seats than exist, leave none unused while requests wait, and lose no request', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 30 }),
        fc.tuple(anyLevel, anyLevel, anyLevel),
        fc.array(anyStep, { maxLength: 250 }),
        (seats, levels, steps) => {
          const flows = controlOf(
            seats,
            levels.map(({ shares, lendable, queues, limit }, index) => {
              const form = limitedLevel(NAMES[index]!, shares, lendable, queues ? queuing : undefined);
              if (limit !== undefined) form.spec!.limited!.borrowingLimitPercent = limit;
              return form;
            }),
          );
          const waiting = new Map<number, { level: PriorityLevel; ticket: Ticket<Waiter> }>();
          const executing = new Map<number, () => void>();
          const check = (): void => {
            const limited = [...flows.levels].filter(({ exempt }) => !exempt);
            const sum = (of: (level: PriorityLevel) => number) =>
              limited.reduce((total, level) => total + of(level), 0);
            expect(sum((level) => level.executing)).toBe(executing.size);
            expect(executing.size).toBeLessThanOrEqual(sum((level) => level.limits.nominal));
            expect(sum((level) => level.waiting)).toBe(waiting.size);
            for (const level of limited) {
              expect(level.executing).toBeLessThanOrEqual(level.limits.most);
              expect(level.wantsSeat).toBe(false);
            }
          };
          const pick = <V>(of: Map<number, V>, which: number): [number, V] | undefined =>
            [...of][which % Math.max(1, of.size)];
          steps.forEach((step, id) => {
            if (step.do === 'come') {
              const level = levelOf(flows, NAMES[step.level]!);
              if (level.tryTake()) executing.set(id, () => level.leave());
              else {
                const ticket = level.wait(`flow-${step.flow}`, () => {
                  expect(waiting.delete(id)).toBe(true);
                  executing.set(id, () => level.leaveQueue(ticket as Ticket<Waiter>, id % 7));
                });
                if (typeof ticket !== 'string') waiting.set(id, { level, ticket });
              }
            } else if (step.do === 'end') {
              const done = pick(executing, step.which);
              if (done && executing.delete(done[0])) done[1]();
            } else if (step.do === 'give-up') {
              const gone = pick(waiting, step.which);
              if (gone && waiting.delete(gone[0])) expect(gone[1].level.cancel(gone[1].ticket)).toBe(true);
            } else flows.lend();
            check();
          });
          flows.lend();
          for (let [next] = executing; next; [next] = executing) {
            executing.delete(next[0]);
            next[1]();
            check();
          }
          // Only a level without any seat still has waiting requests.
          for (const { level } of waiting.values()) expect(level.seats).toBe(0);
        },
      ),
    );
  });
});
