import type { Flow } from './fair-queue.js';
import { SeatlessRequests } from './seatless-requests.js';

const user = (name: string): Flow => ({ name, exempt: false });
const KIB = 1024;

describe('requests that wait without a seat', () => {
  /** Begins a request, and reports its name when it is refused. */
  const setUp = (limitBytes: number) => {
    const requests = new SeatlessRequests(limitBytes);
    const refused: string[] = [];
    const begin = (name: string, flow: Flow, headerBytes = 0) =>
      requests.begin(flow, headerBytes, () => refused.push(name));
    return { begin, refused };
  };

  it('are refused beyond the limit, first the oldest of the flow that holds most', () => {
    const { begin, refused } = setUp(10 * 16 * KIB);
    for (let n = 0; n < 9; n++) begin(`ann-${n}`, user('ann'));
    begin('bob-0', user('bob'));
    expect(refused).toEqual([]);
    begin('bob-1', user('bob'));
    begin('ann-9', user('ann'));
    expect(refused).toEqual(['ann-0', 'ann-1']);
  });

  it('count what has arrived, however few they are', () => {
    const { begin, refused } = setUp(1024 * KIB);
    const large = begin('large', user('ann'));
    for (let n = 0; n < 20; n++) begin(`bob-${n}`, user('bob'));
    large.grow(600 * KIB);
    expect(refused).toEqual([]);
    large.grow(100 * KIB);
    expect(refused).toEqual(['large']);
    large.grow(2_000 * KIB);
    expect(refused).toEqual(['large']);
  });

  it('count their headers', () => {
    const { begin, refused } = setUp(1024 * KIB);
    for (let n = 0; n < 10; n++) begin(`ann-${n}`, user('ann'), 100 * KIB);
    expect(refused).toEqual(['ann-0', 'ann-1']);
  });

  it('no longer count once their bodies have arrived', () => {
    const { begin, refused } = setUp(2 * 16 * KIB);
    for (let n = 0; n < 100; n++) {
      const body = begin(`ann-${n}`, user('ann'));
      body.grow(16 * KIB);
      body.end();
      body.end();
    }
    expect(refused).toEqual([]);
  });

  it('of administrators are not limited', () => {
    const { begin, refused } = setUp(16 * KIB);
    const administrator = { name: 'admin', exempt: true };
    for (let n = 0; n < 10; n++) begin(`admin-${n}`, administrator).grow(1024 * KIB);
    begin('ann', user('ann'));
    expect(refused).toEqual([]);
  });
});
