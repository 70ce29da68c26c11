import { FairLines } from './fair-lines.js';

it('keys take turns, and items of one key keep their order', () => {
  const lines = new FairLines<string>();
  expect([lines.isEmpty, lines.next()]).toEqual([true, undefined]);
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2']) lines.add(name[0]!, name);
  expect(lines.isEmpty).toBe(false);
  const taken = [lines.next(), lines.next()];
  lines.add('c', 'c1');
  while (!lines.isEmpty) taken.push(lines.next());
  expect(taken).toEqual(['a1', 'b1', 'a2', 'b2', 'c1', 'a3']);
});

it('of a hundred thousand keys and items none is lost', () => {
  const lines = new FairLines<number>();
  for (let n = 0; n < 100_000; n++) lines.add('one', n);
  for (let n = 0; n < 100_000; n++) lines.add(`k${n}`, -1);
  const ofOne: number[] = [];
  for (let item = lines.next(); item !== undefined; item = lines.next()) if (item >= 0) ofOne.push(item);
  expect(ofOne).toEqual(Array.from({ length: 100_000 }, (_, n) => n));
  lines.add('k7', 7);
  expect([lines.next(), lines.isEmpty]).toEqual([7, true]);
});

it('items of one key are in the order of its line', () => {
  class LastFirst extends Array<string> {
    add(item: string): void {
      this.push(item);
    }
    take(): string {
      return this.pop()!;
    }
  }
  const lines = new FairLines<string>(() => new LastFirst());
  for (const name of ['a1', 'a2', 'b1', 'a3']) lines.add(name[0]!, name);
  expect([lines.next(), lines.next(), lines.next(), lines.next(), lines.isEmpty]).toEqual([
    'a3',
    'b1',
    'a2',
    'a1',
    true,
  ]);
});
