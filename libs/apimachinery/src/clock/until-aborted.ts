/**
 * What the promise of `start` settles to, unless the signal is aborted before: then the reason of the signal. Only the wait ends, and the outcome is
 * ignored. For calls that do not obey a signal at every moment.
 * @throws the reason of a signal that is aborted already; nothing is started then.
 */
export async function untilAborted<T>(start: () => Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', onAbort, { once: true });
    void start()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', onAbort));
  });
}
