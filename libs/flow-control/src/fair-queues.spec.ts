import fc from 'fast-check';
import { INITIAL_ESTIMATE_MS, FairQueues, type Ticket } from './fair-queues.js';
import { dealHand } from './shuffle-shard.js';

/** Flows with separate queues. */
const FLOWS = ['ant', 'bee', 'cat', 'dog'].map((prefix, index) => {
  let flow = prefix;
  for (let n = 0; dealHand(flow, 4, 1)[0] !== index; n++) flow = `${prefix}${n}`;
  return flow;
});
const ONE_EACH = { queues: 4, handSize: 1, lengthLimit: 10_000 };

describe('FairQueues', () => {
  it('serves flows in turn, for any number of requests of one flow', () => {
    const queues = new FairQueues<string>(ONE_EACH);
    for (let n = 0; n < 100; n++) queues.add(FLOWS[0]!, 'elephant');
    for (let n = 0; n < 5; n++) queues.add(FLOWS[1]!, 'mouse');
    const served: string[] = [];
    for (let n = 0; n < 12; n++) {
      const ticket = queues.next()!;
      served.push(ticket.item);
      queues.finished(ticket, 10);
    }
    expect(served.slice(0, 10).filter((item) => item === 'mouse')).toHaveLength(5);
    expect(served.slice(10)).toEqual(['elephant', 'elephant']);
  });

  it('serves a flow in order of arrival', () => {
    const queues = new FairQueues<number>(ONE_EACH);
    for (let n = 0; n < 5; n++) queues.add(FLOWS[0]!, n);
    expect([0, 1, 2, 3, 4].map(() => queues.next()!.item)).toEqual([0, 1, 2, 3, 4]);
  });

  it('charges the actual duration: a flow that holds seats for long is served less often', () => {
    const queues = new FairQueues<number>(ONE_EACH);
    for (let n = 0; n < 100; n++) for (const flow of [0, 1]) queues.add(FLOWS[flow]!, flow);
    const served = [0, 0];
    for (let n = 0; n < 55; n++) {
      const ticket = queues.next()!;
      served[ticket.item]!++;
      queues.finished(ticket, ticket.item === 0 ? 100 : 10);
    }
    expect(served[1]! / served[0]!).toBeGreaterThan(7);
  });

  it('alternates also between requests without duration', () => {
    const queues = new FairQueues<number>(ONE_EACH);
    for (let n = 0; n < 4_000; n++) for (const flow of [0, 1]) queues.add(FLOWS[flow]!, flow);
    const served = [0, 0];
    for (let n = 0; n < 4_000; n++) {
      const ticket = queues.next()!;
      served[ticket.item]!++;
      queues.finished(ticket, 0);
    }
    expect(served).toEqual([2_000, 2_000]);
  });

  it('D-224 rejects a request when the shortest of its queues is full', () => {
    const queues = new FairQueues<number>({ queues: 8, handSize: 3, lengthLimit: 2 });
    const taken = Array.from({ length: 10 }, (_, n) => queues.add('elephant', n) !== undefined);
    expect(taken.filter(Boolean)).toHaveLength(6); // three queues of two
    expect(queues.waiting).toBe(6);
  });

  it('removes a cancelled request, and once only', () => {
    const queues = new FairQueues<number>(ONE_EACH);
    const [first, second] = [queues.add(FLOWS[0]!, 1)!, queues.add(FLOWS[0]!, 2)!];
    expect([queues.remove(first), queues.remove(first), queues.waiting]).toEqual([true, false, 1]);
    expect(queues.next()).toBe(second);
    expect([queues.remove(second), queues.next(), queues.kept]).toEqual([false, undefined, 0]);
  });

  it('keeps no state of idle flows, even while other requests wait', () => {
    const queues = new FairQueues<number>({ queues: 100_000, handSize: 2, lengthLimit: 10 });
    queues.add('always', 0);
    for (let n = 0; n < 1_000; n++) {
      queues.add(`user-${n}`, n);
      queues.add('always', n);
      for (const ticket of [queues.next()!, queues.next()!]) queues.finished(ticket, 1);
    }
    queues.sweep();
    expect(queues.kept).toBeLessThan(10);
  });

  it('gives waiting flows equal seat time, except for requests in progress', () => {
    const request = fc.record({ flow: fc.integer({ min: 0, max: 3 }), serviceMs: fc.integer({ min: 0, max: 50 }) });
    fc.assert(
      fc.property(
        fc.array(request, { minLength: 20, maxLength: 200 }),
        fc.integer({ min: 1, max: 6 }),
        fc.array(fc.nat(), { minLength: 200, maxLength: 200 }),
        (requests, seats, choices) => {
          const queues = new FairQueues<{ flow: number; serviceMs: number }>(ONE_EACH);
          const left = [0, 0, 0, 0];
          for (const one of requests) {
            queues.add(FLOWS[one.flow]!, one);
            left[one.flow]!++;
          }
          const competing = [0, 1, 2, 3].filter((flow) => left[flow]! > 0);
          const served = [0, 0, 0, 0];
          const executing: Ticket<{ flow: number; serviceMs: number }>[] = [];
          for (const choice of choices) {
            while (executing.length < seats && queues.waiting > 0) {
              const ticket = queues.next()!;
              left[ticket.item.flow]!--;
              executing.push(ticket);
            }
            // From here on one flow has no requests left.
            if (competing.some((flow) => left[flow] === 0)) return;
            const [done] = executing.splice(choice % executing.length, 1);
            served[done!.item.flow]! += done!.item.serviceMs;
            queues.finished(done!, done!.item.serviceMs);
            const times = competing.map((flow) => served[flow]!);
            const bound = 2 * seats * Math.max(50, INITIAL_ESTIMATE_MS) + INITIAL_ESTIMATE_MS;
            expect(Math.max(...times) - Math.min(...times)).toBeLessThanOrEqual(bound);
          }
        },
      ),
    );
  });

  it('serves every request exactly once', () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant('add' as const), flow: fc.string({ maxLength: 2 }) }),
      fc.record({ do: fc.constant('next' as const) }),
      fc.record({ do: fc.constant('remove' as const), which: fc.nat() }),
      fc.record({ do: fc.constant('finish' as const), ms: fc.integer({ min: 0, max: 100 }) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const queues = new FairQueues<number>({ queues: 8, handSize: 2, lengthLimit: 4 });
        const waiting = new Map<number, Ticket<number>>();
        const executing: Ticket<number>[] = [];
        const take = (): void => {
          const ticket = queues.next();
          expect(ticket === undefined).toBe(waiting.size === 0);
          if (!ticket) return;
          expect(waiting.delete(ticket.item)).toBe(true);
          executing.push(ticket);
        };
        steps.forEach((one, id) => {
          if (one.do === 'add') {
            const ticket = queues.add(one.flow, id);
            if (ticket) waiting.set(id, ticket);
          } else if (one.do === 'next') take();
          else if (one.do === 'remove') {
            const ticket = [...waiting.values()][one.which % Math.max(1, waiting.size)];
            if (ticket) expect(queues.remove(ticket)).toBe(waiting.delete(ticket.item));
          } else {
            const ticket = executing.pop();
            if (ticket) queues.finished(ticket, one.ms);
          }
          expect(queues.waiting).toBe(waiting.size);
        });
        while (waiting.size > 0) take();
        expect([queues.next(), queues.kept]).toEqual([undefined, 0]);
      }),
    );
  });
});
