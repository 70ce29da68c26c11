/** Where the kit writes what it does. `fields` hold names and numbers, never objects, tokens or Secret data. */
export interface Logger {
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

export type LogFields = Readonly<Record<string, unknown>>;

/** Says nothing. */
export const silentLogger: Logger = { info: () => {}, warn: () => {}, error: () => {} };
