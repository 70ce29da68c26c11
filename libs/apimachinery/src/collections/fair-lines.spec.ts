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
