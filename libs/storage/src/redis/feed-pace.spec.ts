import { FakeClock } from '@orch/apimachinery';

import { FeedPace } from './feed-pace.js';

/** A feed at revision 4 that is pausing, and whether it still does. */
async function resting({ onlyOwn = true } = {}) {
  const clock = new FakeClock();
  const state = { applied: 4, ownInFlight: false };
  const pace = new FeedPace({ clock, applied: () => state.applied, ownInFlight: () => state.ownInFlight });
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

  it('ends the pause when a caller waits for a missing change', async () => {
    const { pace, rest, begin } = await resting();
    pace.want(5);
    await settled();
    expect(rest.isOver).toBe(true);
    await begin();
    expect(rest.isOver).toBe(true);
  });

  it('continues the pause when the wanted change was delivered', async () => {
    const { pace, rest } = await resting();
    pace.want(4);
    await settled();
    expect(rest.isOver).toBe(false);
  });

  it('waits first for the answer to own writes, which may have the wanted change', async () => {
    const { state, pace, rest } = await resting();
    state.ownInFlight = true;
    pace.want(6);
    state.applied = 5;
    await settled();
    expect(rest.isOver).toBe(false);
    state.ownInFlight = false;
    pace.look();
    await settled();
    expect(rest.isOver).toBe(true);
  });

  it('does not wait for an answer when only the stream has the missing change', async () => {
    const { state, pace, rest } = await resting();
    state.ownInFlight = true;
    pace.miss(6);
    await settled();
    expect(rest.isOver).toBe(true);
  });

  it('ends the pause when the store is closed', async () => {
    const { pace, rest } = await resting();
    pace.end();
    await settled();
    expect(rest.isOver).toBe(true);
  });
});
