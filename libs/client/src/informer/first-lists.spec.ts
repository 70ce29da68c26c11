import { FakeClock } from '@orch/apimachinery';
import { FirstLists } from './first-lists.js';

describe('first lists of informers', () => {
  const setup = () => {
    const clock = new FakeClock();
    const lists = new FirstLists(clock);
    const begun: number[] = [];
    const ends = Array.from({ length: 20 }, (_, i) => lists.add(() => begun.push(i)));
    return { clock, begun, end: (i: number) => ends[i]!() };
  };

  it('eight run at once, the next one when one has ended', () => {
    const { begun, end } = setup();
    expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    end(3);
    end(3);
    expect(begun.slice(8)).toEqual([8]);
    end(0);
    expect(begun.slice(8)).toEqual([8, 9]);
  });

  it('one that is no longer wanted does not begin', () => {
    const { begun, end } = setup();
    end(8);
    end(0);
    expect(begun.slice(8)).toEqual([9]);
  });

  it('those that take long do not hold up the others', () => {
    const { clock, begun } = setup();
    clock.advance(1_000);
    expect(begun).toHaveLength(16);
  });
});
