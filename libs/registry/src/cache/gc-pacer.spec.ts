import { GcPacer } from './gc-pacer.js';

const MIB = 1_024 * 1_024;

function paced() {
  const told: boolean[] = [];
  const pace = new GcPacer((often) => told.push(often));
  const times = (count: number, step: () => void): void => {
    for (let i = 0; i < count; i++) step();
  };
  return {
    told,
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
  it('leaves a process that holds little to V8, however much it changes', () => {
    const { told, create, replace } = paced();
    create(60);
    replace(1_000);
    expect(told).toEqual([]);
  });

  it('collects often once much was loaded', () => {
    const { told, load } = paced();
    load(63);
    expect(told).toEqual([]);
    load(1_000);
    expect(told).toEqual([true]);
  });

  it('looks seldom while objects only come, and often again as soon as they change or go', () => {
    const { told, create, replace, remove } = paced();
    create(200);
    expect(told).toEqual([true, false]);
    replace(16);
    expect(told).toEqual([true, false, true]);
    create(32);
    expect(told).toEqual([true, false, true, false]);
    remove(32);
    expect(told).toEqual([true, false, true, false, true]);
  });

  it('goes back to V8 when little is left', () => {
    const { told, load, remove } = paced();
    load(100);
    remove(100);
    expect(told).toEqual([true, false]);
  });
});
