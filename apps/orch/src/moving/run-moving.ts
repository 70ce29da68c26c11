import { types } from 'node:util';
import { escapeLine, escapeTerminal, ExplainedError, UsageError } from '@orch/process';
import { RedisFileError } from '@orch/server';
import {
  BackupError,
  DamagedFileError,
  DiskFormatError,
  FillError,
  NoStoreError,
  RedisUrlError,
  StorageError,
  StoreFileError,
} from '@orch/storage';

import { readable } from './readable-key.js';

/** Tells of progress: one line without a line end, on standard error. */
export type Say = (line: string) => void;

/** Their texts say what to do. */
const CLEAR = [
  ExplainedError,
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
 * Runs a command that ends by itself: prints the text it gives on standard output, with status 0. Status 2 for what the user wrote wrong,
 * status 1 for all else, each with one line on standard error; bugs with their stack.
 */
export function runMoving(command: string, run: (say: Say) => Promise<string>): void {
  const print: Say = (text) => void process.stderr.write(`${command}: ${text}\n`);
  const say: Say = (line) => print(escapeLine(line));
  run(say).then(
    (result) => void process.stdout.write(escapeTerminal(result)),
    (error: unknown) => {
      const line = explained(error);
      if (line === undefined) print(escapeTerminal(stackOf(error)));
      else say(line);
      process.exitCode = error instanceof UsageError ? 2 : 1;
    },
  );
}

const DAMAGED = 'see "orch fsck"; delete the object at its server, or leave it out of a backup with --skip-damaged';

/** Undefined for a bug. */
function explained(error: unknown): string | undefined {
  if (!types.isNativeError(error)) return undefined;
  if (error instanceof StorageError && error.code === 'Corrupted') return `${readable(error.message)}; ${DAMAGED}`;
  if (error instanceof FillError) return readable(error.message);
  if (error instanceof UsageError || CLEAR.some((type) => error instanceof type)) return error.message;
  // What the operating system says of a file has its path in it.
  if ('syscall' in error) return error.message;
  return undefined;
}

const stackOf = (error: unknown): string =>
  types.isNativeError(error) ? (error.stack ?? error.message) : String(error);
