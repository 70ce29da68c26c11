import type { FlagDeprecation } from '@orch/process';
import { Option, type Command } from 'commander';

/** An option that still works, and warns (B-384, B-386). */
export class DeprecatedOption extends Option {
  constructor(
    flags: string,
    description: string,
    readonly deprecation: FlagDeprecation,
  ) {
    super(flags, `${description} (DEPRECATED: ${deprecation.use})`);
  }
}

/** One warning for each deprecated option in use. */
export const deprecationWarnings = (command: Command): string[] =>
  command.options.flatMap((option) =>
    option instanceof DeprecatedOption && command.getOptionValue(option.attributeName()) !== undefined
      ? [`flag ${option.long} is deprecated: ${option.deprecation.use}`]
      : [],
  );
