import { writtenPieces } from './piece-buffer.js';

describe('writtenPieces', () => {
  const piecesOf = (write: (item: number) => void): string[] => {
    const items = Array.from({ length: 100 }, (_, n) => n);
    const pieces = writtenPieces(
      '[',
      items,
      (item, out) => {
        write(item);
        out.text(String(item));
        return 1;
      },
      ']',
    );
    return [...pieces].map(String);
  };

  let nowMs: number;
  let clock: jest.SpyInstance;
  beforeEach(() => {
    nowMs = 0;
    clock = jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
  });
  afterEach(() => clock.mockRestore());

  it('writes short items in one piece', () => expect(piecesOf(() => undefined)).toHaveLength(1));

  it('ends a piece when its items took long, however short they are', () => {
    const pieces = piecesOf(() => (nowMs += 1));
    expect(pieces.length).toBeGreaterThan(20);
    expect(pieces.join('')).toBe(`[${Array.from({ length: 100 }, (_, n) => n).join()}]`);
  });
});
