import { untilAborted } from './until-aborted.js';

describe('untilAborted', () => {
  const never = (): Promise<string> => new Promise(() => undefined);

  it('gives what the promise settles to', async () => {
    const { signal } = new AbortController();
    await expect(untilAborted(() => Promise.resolve('a'), signal)).resolves.toBe('a');
    await expect(untilAborted(() => Promise.reject(new Error('b')), signal)).rejects.toThrow('b');
  });

  it('an abort ends the wait with its reason, and a later failure is ignored', async () => {
    const abort = new AbortController();
    let fail: (error: Error) => void = () => undefined;
    const waiting = untilAborted(() => new Promise<string>((_resolve, reject) => (fail = reject)), abort.signal);
    abort.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    fail(new Error('too late'));
  });

  it('starts nothing when the signal is aborted already', async () => {
    const start = jest.fn(never);
    await expect(untilAborted(start, AbortSignal.abort(new Error('before')))).rejects.toThrow('before');
    expect(start).not.toHaveBeenCalled();
  });
});
