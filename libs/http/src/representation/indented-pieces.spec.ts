import fc from 'fast-check';
import { indentedPieces } from './indented-pieces.js';

describe('indented JSON in pieces', () => {
  it('C-091 equals JSON.stringify for any split of the input', () => {
    const pair = fc.tuple(
      fc.jsonValue({ maxDepth: 4 }),
      fc.array(fc.nat({ max: 200 }), { maxLength: 6 }),
      fc.boolean(),
    );
    fc.assert(
      fc.property(pair, ([value, cuts, spaced]) => {
        const blanks = spaced ? 1 : undefined;
        const bytes = Buffer.from(
          `${JSON.stringify({ value, text: '\\"{[,:]} \\n', none: {}, empty: [] }, null, blanks)}\n`,
        );
        const ends = [...cuts.filter((cut) => cut < bytes.length).sort((a, b) => a - b), bytes.length];
        const pieces = ends.map((end, i) => bytes.subarray(ends[i - 1] ?? 0, end));
        const indented = Buffer.concat([...indentedPieces(pieces)]).toString();
        expect(indented).toBe(`${JSON.stringify(JSON.parse(bytes.toString()), null, 2)}\n`);
      }),
      { numRuns: 500 },
    );
  });

  const deep = (depth: number, members: number): string =>
    '['.repeat(depth) + Array.from({ length: members }, (_, i) => i).join() + ']'.repeat(depth);
  it.each([
    ['one long string', JSON.stringify({ a: `\\"${'x'.repeat(1_000_000)}` })],
    ['few members on deep lines', deep(1_000, 3_000)],
    ['many short strings', JSON.stringify(Array.from({ length: 50_000 }, (_, i) => `v${i}`))],
  ])('has small pieces for %s', (_what, json) => {
    const pieces = [...indentedPieces([Buffer.from(json)])];
    for (const piece of pieces) expect(piece.length).toBeLessThanOrEqual(80 * 1_024);
    expect(Buffer.concat(pieces).equals(Buffer.from(`${JSON.stringify(JSON.parse(json), null, 2)}\n`))).toBe(true);
  });
});
