import type { RootDatabase } from 'lmdb';

/** How LMDB's JavaScript hands commits to its thread; the callback gets 0 to 2 for what went well, else the number of an error. */
interface NativeEnvironment {
  startWriting: (this: NativeEnvironment, firstInstruction: number, onStatus: (status: number) => unknown) => void;
}

/**
 * Stops LMDB from printing the stack of each failed commit to standard error: whoever asked for the commit gets the error, and the store reports it.
 * The callback runs LMDB's code only, so nothing else is kept from the console.
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
