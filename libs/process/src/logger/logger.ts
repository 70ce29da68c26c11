/** Key-value fields of a log line. An `error` is written with its stack and causes; secrets are redacted by name. */
export type LogFields = Readonly<Record<string, unknown>>;

/** A structured logger: one event, one line. A class, so that it is an injection token; any object of this shape will do. */
export abstract class Logger {
  abstract debug(message: string, fields?: LogFields): void;
  abstract info(message: string, fields?: LogFields): void;
  abstract warn(message: string, fields?: LogFields): void;
  abstract error(message: string, fields?: LogFields): void;
  /** A logger that adds these fields to every line. */
  abstract child(fields: LogFields): Logger;
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';
export type LogFormat = 'text' | 'json';

export const LOG_LEVELS: readonly LogLevel[] = ['debug', 'info', 'warn', 'error'];

/** Writes nothing. For tests and for libraries used without a process. A mapped type, since a spread leaves out methods of classes. */
export const silentLogger: Pick<Logger, keyof Logger> = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  child: () => silentLogger,
};
