import { readLines } from './read-lines';

describe('readLines', () => {
  test('joins lines that come in parts, also within a letter', async () => {
    const bytes = new TextEncoder().encode('{"a":"ü"}\n\n{"b":1}\nrest');
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
        controller.close();
      },
    });
    const lines: string[] = [];
    await readLines(stream, (line) => lines.push(line));
    expect(lines).toEqual(['{"a":"ü"}', '{"b":1}']);
  });
});
