import { FakeClock } from '@orch/apimachinery';

import { FeedPace } from './feed-pace.js';

/** A feed at revision 4 that has begun to rest, and whether it still does. */
async function resting({ onlyOwn = true } = {}) {
  const clock = new FakeClock();
  const state = { applied: 4, ownUnderWay: false };
  const pace = new FeedPace({ clock, applied: () => state.applied, ownUnderWay: () => state.ownUnderWay });
  const rest = { isOver: false };
  const begin = () => {
    rest.isOver = false;
    void pace.rest(onlyOwn).then(() => (rest.isOver = true));
    return settled();
  };
  await begin();
  return { clock, state, pace, rest, begin };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('FeedPace', () => {
  it.each([
    { onlyOwn: true, ms: 5 },
    { onlyOwn: false, ms: 1 },
  ])('rests $ms ms, only own writes: $onlyOwn', async ({ onlyOwn, ms }) => {
    const { clock, rest } = await resting({ onlyOwn });
    clock.advance(ms - 1);
    await settled();
    expect(rest.isOver).toBe(false);
    clock.advance(1);
    await settled();
    expect(rest.isOver).toBe(true);
  });

  it('rests no longer when somebody waits for a change that is not here', async () => {
    const { pace, rest, begin } = await resting();
    pace.want(5);
    await settled();
    expect(rest.isOver).toBe(true);
    await begin();
    expect(rest.isOver).toBe(true);
  });

  it('rests on when what is wanted was delivered', async () => {
    const { pace, rest } = await resting();
    pace.want(4);
    await settled();
    expect(rest.isOver).toBe(false);
  });

  it('waits for the answer to own writes first, which may bring what is wanted', async () => {
    const { state, pace, rest } = await resting();
    state.ownUnderWay = true;
    pace.want(6);
    state.applied = 5;
    await settled();
    expect(rest.isOver).toBe(false);
    state.ownUnderWay = false;
    pace.look();
    await settled();
    expect(rest.isOver).toBe(true);
  });

  it('waits for no answer where only the stream can bring what is missing', async () => {
    const { state, pace, rest } = await resting();
    state.ownUnderWay = true;
    pace.miss(6);
    await settled();
    expect(rest.isOver).toBe(true);
  });

  it('rests no longer when the store is closed', async () => {
    const { pace, rest } = await resting();
    pace.end();
    await settled();
    expect(rest.isOver).toBe(true);
  });
});
