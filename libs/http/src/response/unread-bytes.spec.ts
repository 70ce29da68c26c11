import { UnreadBytes } from './unread-bytes.js';

describe('UnreadBytes', () => {
  const setup = () => {
    const unread = new UnreadBytes(100);
    const aborted: string[] = [];
    const connection = (name: string, flow = 'user') => ({ flow, abort: () => void aborted.push(name) });
    return { unread, aborted, connection };
  };

  it('aborts the oldest waiting connection when all together hold too much', () => {
    const { unread, aborted, connection } = setup();
    for (const name of ['a', 'b', 'c']) unread.hold(connection(name), 40);
    expect(aborted).toEqual(['a']);
    expect(unread.bytes).toBe(80);
  });

  it('aborts connections of the flow that holds most, although one of another waits longer', () => {
    const { unread, aborted, connection } = setup();
    unread.hold(connection('slow', 'other'), 30);
    for (const name of ['a', 'b', 'c', 'd']) unread.hold(connection(name), 30);
    expect([aborted, unread.bytes]).toEqual([['a', 'b'], 90]);
  });

  it('aborts a connection that alone holds too much', () => {
    const { unread, aborted, connection } = setup();
    unread.hold(connection('a'), 101);
    expect([aborted, unread.bytes]).toEqual([['a'], 0]);
  });

  it('counts a connection once, and not after it was drained', () => {
    const { unread, aborted, connection } = setup();
    const a = connection('a');
    unread.hold(a, 60);
    unread.hold(a, 90);
    expect(unread.bytes).toBe(90);
    unread.release(a);
    unread.release(a);
    expect([aborted, unread.bytes]).toEqual([[], 0]);
  });
});
