import type { FlagDefinition } from './flag-definition.js';
import type { FlagIndex } from './flag-index.js';
import { longOption } from './long-option.js';

/** A known flag as written in one argument. */
export interface WrittenFlag {
  readonly flag: FlagDefinition;
  /** Text after `=`; undefined when there is no `=`. */
  readonly text: string | undefined;
}

/** @returns undefined when the argument is absent or is not a known flag. */
export function writtenFlag(argument: string | undefined, flags: FlagIndex): WrittenFlag | undefined {
  const option = argument === undefined ? undefined : longOption(argument);
  const flag = option && flags.get(option.name);
  return flag && { flag, text: option.text };
}

/** Whether the value of this flag is the next argument. */
export function takesNext(argument: string | undefined, flags: FlagIndex): boolean {
  const written = writtenFlag(argument, flags);
  return written !== undefined && written.text === undefined && written.flag.type !== 'bool';
}
