import fc from 'fast-check';
import { lentSeats, type SeatDemand, seatLimits, type SeatShares } from './seat-limits.js';

const shares = (value: number, lendablePercent = 0, borrowingLimitPercent?: number): SeatShares => ({
  shares: value,
  lendablePercent,
  borrowingLimitPercent,
});

describe('seatLimits', () => {
  const rows = [
    { name: 'by shares', total: 600, of: { a: shares(100, 90), b: shares(145) }, want: { a: [245, 221], b: [356, 0] } },
    { name: 'rounded up', total: 2, of: { a: shares(1), b: shares(99) }, want: { a: [1, 0], b: [2, 0] } },
    { name: 'nothing of nothing', total: 10, of: { a: shares(0), b: shares(5) }, want: { a: [0, 0], b: [10, 0] } },
    { name: 'no shares at all', total: 10, of: { a: shares(0) }, want: { a: [0, 0] } },
  ];
  for (const { name, total, of, want } of rows) {
    it(`D-224 divides the sum of both limits: ${name}`, () => {
      const limits = seatLimits(total, new Map(Object.entries(of)));
      const got = Object.fromEntries([...limits].map(([key, l]) => [key, [l.nominal, l.lendable]]));
      expect(got).toEqual(want);
    });
  }

  it('limits borrowing', () => expect(seatLimits(10, new Map([['a', shares(1, 0, 50)]])).get('a')!.most).toBe(15));
});

describe('lentSeats', () => {
  const level = (nominal: number, lendable: number, peak: number, most = Infinity): SeatDemand => ({
    limits: { nominal, lendable, most },
    peak,
  });
  const lent = (of: Readonly<Record<string, SeatDemand | undefined>>) =>
    Object.fromEntries(lentSeats(new Map(Object.entries(of) as [string, SeatDemand][])));
  const rows = [
    { name: 'no level wants more', of: { a: level(10, 5, 3), b: level(10, 0, 9) }, want: { a: 10, b: 10 } },
    { name: 'unused seats', of: { a: level(10, 5, 3), b: level(10, 0, 30) }, want: { a: 10, b: 15 } },
    { name: 'only as much as wanted', of: { a: level(10, 5, 3), b: level(10, 0, 12) }, want: { a: 10, b: 12 } },
    { name: 'only up to the limit', of: { a: level(10, 5, 0), b: level(10, 0, 30, 11) }, want: { a: 10, b: 11 } },
    {
      name: 'no seats that their owner needs',
      of: { a: level(10, 5, 10), b: level(10, 0, 30) },
      want: { a: 10, b: 10 },
    },
    {
      name: 'by nominal seats',
      of: { a: level(20, 12, 0), b: level(20, 0, 90), c: level(10, 0, 90) },
      want: { a: 20, b: 28, c: 14 },
    },
  ];
  for (const { name, of, want } of rows) it(`lends ${name}`, () => expect(lent(of)).toEqual(want));

  it('never lends more than there is, nor takes from lenders that need their seats', () => {
    const any = fc.record({ nominal: fc.nat(50), percent: fc.nat(100), peak: fc.nat(200), beyond: fc.nat(50) });
    fc.assert(
      fc.property(fc.array(any, { maxLength: 8 }), (all) => {
        const levels = new Map(
          all.map(({ nominal, percent, peak, beyond }, index) => [
            index,
            level(nominal, Math.round((nominal * percent) / 100), peak, nominal + beyond),
          ]),
        );
        const may = lentSeats(levels);
        let borrowed = 0;
        let lendable = 0;
        for (const [key, { limits }] of levels) {
          const seats = may.get(key)!;
          expect(seats >= limits.nominal && seats <= limits.most).toBe(true);
          borrowed += seats - limits.nominal;
          lendable += limits.lendable;
        }
        expect(borrowed).toBeLessThanOrEqual(lendable);
      }),
    );
  });
});
