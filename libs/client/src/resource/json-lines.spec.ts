import fc from 'fast-check';
import { JsonLines } from './json-lines.js';

const bytes = (text: string): Uint8Array => Buffer.from(text, 'utf8');

const parsed = (line: Buffer): unknown => JSON.parse(line.toString('utf8'));

function readAll(lines: JsonLines, chunks: readonly Uint8Array[]): unknown[] {
  const documents = chunks.flatMap((chunk) => [...lines.push(chunk)].map(parsed));
  const last = lines.end();
  return last === undefined ? documents : [...documents, parsed(last)];
}

describe('JsonLines', () => {
  it('A-053 gives the same documents wherever the chunks end, also inside a character', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ a: fc.string({ unit: 'binary' }), n: fc.integer() }), { maxLength: 8 }),
        fc.array(fc.nat({ max: 40 }), { minLength: 1, maxLength: 30 }),
        fc.boolean(),
        (documents, sizes, lastNewline) => {
          const whole = bytes(documents.map((d) => JSON.stringify(d)).join('\n') + (lastNewline ? '\n' : ''));
          const chunks: Uint8Array[] = [];
          for (let at = 0, i = 0; at < whole.length; i++) {
            const size = sizes[i % sizes.length]! + 1;
            chunks.push(whole.subarray(at, at + size));
            at += size;
          }
          expect(readAll(new JsonLines(), chunks)).toEqual(JSON.parse(JSON.stringify(documents)));
        },
      ),
    );
  });

  it('skips empty lines', () => expect(readAll(new JsonLines(), [bytes('\n\r\n{}\r\n\n')])).toEqual([{}]));

  it('keeps a copy of a line that is not complete, not the chunks: each may be a byte of a large buffer', () => {
    const lines = new JsonLines();
    const read = (text: string): unknown[] => {
      const chunk = bytes(text);
      const documents = [...lines.push(chunk)].map(parsed);
      chunk.fill(0);
      return documents;
    };
    expect([...'{"a":[1,2]}'].flatMap(read)).toEqual([]);
    expect(read('\n{"b":1}\n{"c"')).toEqual([{ a: [1, 2] }, { b: 1 }]);
    expect(read(':1}\n')).toEqual([{ c: 1 }]);
  });

  it('refuses a line without end', () => {
    expect(() => readAll(new JsonLines(16), ['"aaaaaa', 'aaaaaaaaaa'].map(bytes))).toThrow(
      expect.objectContaining({ code: 'Protocol' }),
    );
  });
});
