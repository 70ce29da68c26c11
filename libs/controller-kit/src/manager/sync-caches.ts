import type { ControllerRuntime } from '../controller/controller-runtime.js';

/**
 * Starts the informers; resolves when the caches of all controllers are synced.
 * @throws the signal's reason, or the error of the informers, when it is aborted before.
 */
export async function syncCaches(
  { informers, controllers }: ControllerRuntime,
  signal: AbortSignal | undefined,
): Promise<void> {
  signal?.throwIfAborted();
  const stop = (): void => informers.stop();
  signal?.addEventListener('abort', stop, { once: true });
  informers.start();
  try {
    await informers.synced();
  } finally {
    signal?.removeEventListener('abort', stop);
  }
  await unlessAborted(Promise.all(controllers.map(({ synced }) => synced)), signal);
}

/** The result of `work`. Rejects with the signal's reason when it is aborted before. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  signal?.throwIfAborted();
  let stop: () => void = () => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal?.reason as Error);
    signal?.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}
