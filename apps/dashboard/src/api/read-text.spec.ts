import { readText } from './read-text';

/** An answer in chunks, one for each read. */
function answerOf(chunks: Iterable<Uint8Array>) {
  const left = chunks[Symbol.iterator]();
  const state = { reads: 0, isCancelled: false };
  const body = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        const { value, done } = left.next();
        state.reads++;
        if (done === true) controller.close();
        else controller.enqueue(value);
      },
      cancel: () => {
        state.isCancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { response: new Response(body), state };
}

test('joins characters that are cut', async () => {
  const bytes = new TextEncoder().encode('"ä€😀"');
  const { response } = answerOf([...bytes].map((byte) => Uint8Array.of(byte)));
  expect(await readText(response)).toBe('"ä€😀"');
});

test('is empty without a body', async () => {
  expect(await readText(new Response(null))).toBe('');
});

test('leaves an answer without an end', async () => {
  function* endless() {
    for (;;) yield new Uint8Array(1_000);
  }
  const { response, state } = answerOf(endless());
  await expect(readText(response, 10_000)).rejects.toThrow('The answer has more than 10000 bytes.');
  expect(state).toEqual({ reads: 11, isCancelled: true });
});
