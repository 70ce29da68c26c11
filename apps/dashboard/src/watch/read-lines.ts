/** Calls `onLine` with each line of a stream of text, without its end; resolves when the stream ended. */
export async function readLines(stream: ReadableStream<Uint8Array>, onLine: (line: string) => void): Promise<void> {
  const decoder = new TextDecoder();
  const reader = stream.getReader();
  // Parts of a line that has not ended: joined once, so that a long line costs no more than its length.
  let parts: string[] = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const lines = decoder.decode(value, { stream: true }).split('\n');
    for (const [index, text] of lines.entries()) {
      parts.push(text);
      if (index === lines.length - 1) break;
      const line = parts.join('');
      parts = [];
      if (line !== '') onLine(line);
    }
  }
}
