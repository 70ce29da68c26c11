import { ApiFailure } from './failure';

/** Maximum length of an answer: longer ones would fill the memory of the tab. */
const MOST_BYTES = 64 * 1_048_576;

/** The body of an answer. @throws ApiFailure when it is longer than `mostBytes`; the rest is not read. */
export async function readText(response: Response, mostBytes = MOST_BYTES): Promise<string> {
  if (!response.body) return '';
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  const parts: string[] = [];
  for (let bytes = 0; ;) {
    const { value, done } = await reader.read();
    if (done) break;
    bytes += value.length;
    if (bytes > mostBytes) {
      // The answer is not of use: so is what fails when it is left.
      void reader.cancel().catch(() => undefined);
      throw new ApiFailure(-1, `The answer has more than ${mostBytes} bytes.`);
    }
    parts.push(decoder.decode(value, { stream: true }));
  }
  return parts.join('') + decoder.decode();
}
