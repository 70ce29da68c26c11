import { CallTurns } from './call-turns.js';

const user = (name: string) => ({ name, exempt: false });
const admin = { name: 'root', exempt: true };

/** Turns for four calls at once, and what has begun so far. */
function setUp() {
  const turns = new CallTurns({ atOnce: 4, waiting: 6, waitingPerFlow: 3 });
  const begun: string[] = [];
  const leave = new Map<string, () => void>();
  const ask = (name: string, flow = user(name), signal = new AbortController().signal): boolean => {
    const turn = turns.enter(flow, signal);
    const text = `${name}${[...begun, ...waits].filter((one) => one.startsWith(name)).length + 1}`;
    if (!turn) return false;
    waits.push(text);
    turn.then(
      (left) => {
        waits.splice(waits.indexOf(text), 1);
        begun.push(text);
        leave.set(text, left);
      },
      () => waits.splice(waits.indexOf(text), 1),
    );
    return true;
  };
  const waits: string[] = [];
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return { turns, begun, waits, ask, settled, end: (text: string) => leave.get(text)!() };
}

describe('CallTurns', () => {
  it('starts as many calls of a flow as stay free, and leaves one for a new flow', async () => {
    const { begun, waits, ask, settled } = setUp();
    for (const name of ['a', 'a', 'a', 'b', 'c', 'd']) ask(name);
    await settled();
    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1']);
    expect(waits).toEqual(['a3', 'd1']);
  });

  it('rejects calls beyond the share of a flow, but not the first call of another', async () => {
    const { ask, settled } = setUp();
    expect(['a', 'a', 'a', 'a', 'a', 'a'].map((name) => ask(name))).toEqual([true, true, true, true, true, false]);
    expect(['b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'].map((name) => ask(name))).toEqual(Array(8).fill(true));
    await settled();
  });

  it('serves flows in turn, and skips one that has its share', async () => {
    const { begun, ask, settled, end } = setUp();
    for (const name of ['a', 'a', 'a', 'a', 'b', 'c', 'd', 'e']) ask(name);
    await settled();
    expect(begun.splice(0)).toEqual(['a1', 'a2', 'b1', 'c1']);
    end('b1');
    await settled();
    end('c1');
    await settled();
    expect(begun.splice(0)).toEqual(['d1', 'e1']);
    end('a1');
    await settled();
    // One is free, and the flow has one: it may have no more.
    expect(begun.splice(0)).toEqual([]);
    end('d1');
    await settled();
    expect(begun).toEqual(['a3']);
  });

  it('serves exempt flows first, and skips aborted calls', async () => {
    const { begun, waits, ask, settled, end } = setUp();
    for (const name of ['a', 'a', 'b', 'c']) ask(name);
    const gone = new AbortController();
    ask('d', user('d'), gone.signal);
    ask('e');
    ask('root', admin);
    gone.abort(new Error('gone'));
    await settled();
    expect(waits).toEqual(['e1', 'root1']);
    begun.length = 0;
    end('b1');
    await settled();
    expect(begun).toEqual(['root1']);
    end('c1');
    await settled();
    expect(begun).toEqual(['root1', 'e1']);
  });
});
