import type { RootDatabase } from 'lmdb';

/** LMDB's binding that passes commits to its thread; the callback gets 0 to 2 for success, else an error number. */
interface NativeEnvironment {
  startWriting: (this: NativeEnvironment, firstInstruction: number, onStatus: (status: number) => unknown) => void;
}

/**
 * Stops LMDB from printing the stack of each failed commit to standard error: the caller gets the error, and the store reports it.
 * The callback runs only LMDB's code, so no other output is suppressed.
 */
export function quietCommits(root: RootDatabase<Buffer, string>): void {
  const { env } = root as unknown as { env: NativeEnvironment };
  const { startWriting } = env;
  const value: NativeEnvironment['startWriting'] = (firstInstruction, onStatus) =>
    startWriting.call(env, firstInstruction, (status) => {
      const { error } = console;
      console.error = () => undefined;
      try {
        return onStatus(status);
      } finally {
        console.error = error;
      }
    });
  // Methods of native objects are read-only.
  Object.defineProperty(env, 'startWriting', { value });
}
