import { UsageError } from '../run/usage-error.js';

/** Arguments that a launcher passes by the environment, since every user of the machine can list command lines. */
export const HIDDEN_ARGUMENTS_ENVIRONMENT = 'ORCH_HIDDEN_ARGUMENTS';

/** What {@link HIDDEN_ARGUMENTS_ENVIRONMENT} is set to. */
export const hiddenArgumentsText = (args: readonly string[]): string => JSON.stringify(args);

/** Reads the arguments from the environment. @throws UsageError that does not quote the value. */
export function hiddenArguments(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  const text = env[HIDDEN_ARGUMENTS_ENVIRONMENT];
  if (text === undefined) return [];
  try {
    const args: unknown = JSON.parse(text);
    if (Array.isArray(args) && args.every((arg) => typeof arg === 'string')) return args;
  } catch {
    // Reported below, without the text, which may contain a password.
  }
  throw new UsageError(`environment ${HIDDEN_ARGUMENTS_ENVIRONMENT}: is for launchers alone: unset it`);
}
