import { LONG_ANSWER_BYTES, LongAnswers } from './long-answers.js';

const { signal } = new AbortController();
const LONG = LONG_ANSWER_BYTES + 1;
const stateOf = (read: Promise<void>): Promise<string> =>
  Promise.race([read.then(() => 'read'), new Promise<string>((resolve) => setImmediate(() => resolve('waits')))]);

describe('long answers', () => {
  it('of one server are read eight at once, the next when one is decoded; short ones do not wait', async () => {
    const answers = new LongAnswers();
    const eight = Array.from({ length: 8 }, () => answers.begin('https://a'));
    for (const answer of eight) expect(await stateOf(answer.read(LONG, signal))).toBe('read');
    const next = answers.begin('https://a');
    const read = next.read(LONG, signal);
    expect(await stateOf(read)).toBe('waits');
    expect(await stateOf(answers.begin('https://a').read(LONG_ANSWER_BYTES, signal))).toBe('read');
    expect(await stateOf(answers.begin('https://b').read(LONG, signal))).toBe('read');
    eight[0]!.end();
    eight[1]!.end();
    expect(await stateOf(read)).toBe('read');
  });

  it('have one turn each', async () => {
    const answers = new LongAnswers();
    for (let i = 0; i < 50; i++) {
      const answer = answers.begin('https://a');
      await answer.read(LONG, signal);
      await answer.read(2 * LONG, signal);
      answer.end();
      answer.end();
    }
    expect(await stateOf(answers.begin('https://a').read(LONG, signal))).toBe('read');
  });

  it('wait no longer than their call', async () => {
    const answers = new LongAnswers();
    for (let i = 0; i < 8; i++) await answers.begin('https://a').read(LONG, signal);
    const call = new AbortController();
    const read = answers.begin('https://a').read(LONG, call.signal);
    call.abort(new Error('late'));
    await expect(read).rejects.toThrow('late');
  });
});
