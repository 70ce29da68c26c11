import { types } from 'node:util';
import { escapeLine, escapeTerminal, UserFacingError, UsageError } from '@orch/process';
import { RedisFileError, RedisUrlError } from '@orch/redis';
import {
  BackupError,
  DamagedFileError,
  DiskFormatError,
  FillError,
  NoStoreError,
  StorageError,
  StoreFileError,
} from '@orch/storage';

import { readable } from './readable-key.js';

/** Writes a progress message: one line without a line end, on standard error. */
export type Say = (line: string) => void;

/** Errors whose messages are user-facing. */
const CLEAR = [
  UserFacingError,
  BackupError,
  DamagedFileError,
  DiskFormatError,
  FillError,
  NoStoreError,
  RedisFileError,
  RedisUrlError,
  StorageError,
  StoreFileError,
];

/**
 * Runs a command to its end and prints its result on standard output, with status 0. Status 2 for a usage error,
 * status 1 for other errors, each with one line on standard error; bugs with their stack.
 */
export function runStoreCommand(command: string, run: (say: Say) => Promise<string>): void {
  const print: Say = (text) => void process.stderr.write(`${command}: ${text}\n`);
  const say: Say = (line) => print(escapeLine(line));
  run(say).then(
    (result) => void process.stdout.write(escapeTerminal(result)),
    (error: unknown) => {
      const line = userFacingText(error);
      if (line === undefined) print(escapeTerminal(stackOf(error)));
      else say(line);
      process.exitCode = error instanceof UsageError ? 2 : 1;
    },
  );
}

const DAMAGED = 'see "orch fsck"; delete the object at its server, or leave it out of a backup with --skip-damaged';

/** Undefined for a bug. */
function userFacingText(error: unknown): string | undefined {
  if (!types.isNativeError(error)) return undefined;
  if (error instanceof StorageError && error.code === 'Corrupted') return `${readable(error.message)}; ${DAMAGED}`;
  if (error instanceof FillError) return readable(error.message);
  if (error instanceof UsageError || CLEAR.some((type) => error instanceof type)) return error.message;
  // Messages of the operating system about a file contain its path.
  if ('syscall' in error) return error.message;
  return undefined;
}

const stackOf = (error: unknown): string =>
  types.isNativeError(error) ? (error.stack ?? error.message) : String(error);
