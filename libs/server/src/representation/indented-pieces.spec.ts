import fc from 'fast-check';
import { indentedPieces } from './indented-pieces.js';

describe('JSON for people, in pieces', () => {
  it('C-091 is what JSON.stringify indents, wherever the pieces are cut', () => {
    const pair = fc.tuple(fc.jsonValue({ maxDepth: 4 }), fc.array(fc.nat({ max: 200 }), { maxLength: 6 }));
    fc.assert(
      fc.property(pair, ([value, cuts]) => {
        const bytes = Buffer.from(`${JSON.stringify({ value, text: '\\"{[,:]}', none: {}, empty: [] })}\n`);
        const ends = [...cuts.filter((cut) => cut < bytes.length).sort((a, b) => a - b), bytes.length];
        const pieces = ends.map((end, i) => bytes.subarray(ends[i - 1] ?? 0, end));
        const indented = Buffer.concat([...indentedPieces(pieces)]).toString();
        expect(indented).toBe(`${JSON.stringify(JSON.parse(bytes.toString()), null, 2)}\n`);
      }),
      { numRuns: 500 },
    );
  });
});
