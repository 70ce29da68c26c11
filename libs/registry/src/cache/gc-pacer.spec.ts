import { GcPacer } from './gc-pacer.js';

const MIB = 1_024 * 1_024;

function recordedPacer() {
  const decisions: boolean[] = [];
  const pace = new GcPacer((often) => decisions.push(often));
  const times = (count: number, step: () => void): void => {
    for (let i = 0; i < count; i++) step();
  };
  return {
    decisions,
    load: (mib: number) => times(mib, () => pace.loaded(MIB)),
    create: (mib: number) => times(mib, () => pace.wrote(MIB)),
    replace: (mib: number) =>
      times(mib, () => {
        pace.replaced(MIB);
        pace.wrote(MIB);
      }),
    remove: (mib: number) => times(mib, () => pace.replaced(MIB)),
  };
}

describe('GcPacer', () => {
  it('keeps the default of V8 for a small cache, however often it changes', () => {
    const { decisions, create, replace } = recordedPacer();
    create(60);
    replace(1_000);
    expect(decisions).toEqual([]);
  });

  it('collects often once the loaded state is large', () => {
    const { decisions, load } = recordedPacer();
    load(63);
    expect(decisions).toEqual([]);
    load(1_000);
    expect(decisions).toEqual([true]);
  });

  it('collects seldom while objects are only added, and often as soon as they are changed or deleted', () => {
    const { decisions, create, replace, remove } = recordedPacer();
    create(200);
    expect(decisions).toEqual([true, false]);
    replace(16);
    expect(decisions).toEqual([true, false, true]);
    create(32);
    expect(decisions).toEqual([true, false, true, false]);
    remove(32);
    expect(decisions).toEqual([true, false, true, false, true]);
  });

  it('returns to the default of V8 when the cache becomes small', () => {
    const { decisions, load, remove } = recordedPacer();
    load(100);
    remove(100);
    expect(decisions).toEqual([true, false]);
  });
});
