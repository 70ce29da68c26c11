import { ageAxis } from './age-axis';
import { withConditions } from './transitions';

const condition = (type: string, status: string, time: string): object => ({
  type,
  status,
  lastTransitionTime: `2026-01-01T${time}Z`,
});
const at = (time: string): number => Date.parse(`2026-01-01T${time}Z`);

describe('transitions of conditions', () => {
  test('what was seen before is kept, each state once', () => {
    let known = withConditions(new Map(), [
      condition('Ready', 'False', '10:00:00'),
      { type: 'Untimed', status: 'True' },
    ]);
    known = withConditions(known, [condition('Ready', 'False', '10:00:00')]);
    known = withConditions(known, [condition('Ready', 'True', '10:05:00'), condition('Synced', 'True', '10:04:00')]);
    expect([...known]).toEqual([
      [
        'Ready',
        [
          { status: 'False', from: at('10:00:00') },
          { status: 'True', from: at('10:05:00') },
        ],
      ],
      ['Synced', [{ status: 'True', from: at('10:04:00') }]],
    ]);
  });

  test('a condition that is gone is dropped, and time does not go back', () => {
    const known = withConditions(new Map(), [
      condition('Ready', 'True', '10:05:00'),
      condition('Old', 'True', '09:00:00'),
    ]);
    expect([...withConditions(known, [condition('Ready', 'False', '10:04:00')])]).toEqual([
      [
        'Ready',
        [
          { status: 'True', from: at('10:05:00') },
          { status: 'False', from: at('10:05:00') },
        ],
      ],
    ]);
  });

  test('a condition that flaps does not fill the memory', () => {
    let known = withConditions(new Map(), []);
    for (let n = 0; n < 200; n++) {
      const time = `10:${String(Math.floor(n / 60)).padStart(2, '0')}:${String(n % 60).padStart(2, '0')}`;
      known = withConditions(known, [condition('Ready', n % 2 === 0 ? 'True' : 'False', time)]);
    }
    expect(known.get('Ready')).toHaveLength(50);
    expect(known.get('Ready')?.at(-1)?.from).toBe(at('10:03:19'));
  });
});

describe('axis of ages', () => {
  const HOUR_MS = 3_600_000;

  test('goes from the oldest to now, with more room for what is recent', () => {
    const { position } = ageAxis(24 * HOUR_MS);
    expect([position(24 * HOUR_MS), position(0), position(-5), position(48 * HOUR_MS)]).toEqual([0, 1, 1, 0]);
    expect(position(HOUR_MS)).toBeGreaterThan(0.4);
    expect(position(HOUR_MS)).toBeLessThan(0.5);
  });

  test('marks are apart from each other and from both ends', () => {
    for (const oldestMs of [HOUR_MS, 24 * HOUR_MS, 40 * 24 * HOUR_MS, 4_000 * 24 * HOUR_MS]) {
      const { marksMs, position } = ageAxis(oldestMs);
      const places = [1, ...marksMs.map(position), 0];
      expect(marksMs.length).toBeGreaterThan(1);
      for (const [index, place] of places.slice(1).entries()) expect(places[index]! - place).toBeGreaterThan(0.129);
    }
    expect(ageAxis(30_000).marksMs).toEqual([]);
  });
});
