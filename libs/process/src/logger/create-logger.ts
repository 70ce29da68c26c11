import { LOG_LEVELS, type LogFields, type LogFormat, type Logger, type LogLevel } from './logger.js';
import { redact, redactText } from './redact.js';
import { textLine } from './text-line.js';

export interface LoggerOptions {
  /** Default: text. */
  readonly format?: LogFormat;
  /** Least severe level that is written. Default: info. */
  readonly level?: LogLevel;
  /** On every line, such as the name of the process. */
  readonly fields?: LogFields;
  /** Takes whole lines. Default: standard error. */
  readonly write?: (line: string) => void;
  /** Default: the wall clock. */
  readonly now?: () => Date;
}

/** A logger whose every message and field went through {@link redact}. */
export function createLogger(options: LoggerOptions = {}): Logger {
  const write = options.write ?? ((line: string) => void process.stderr.write(line));
  const now = options.now ?? (() => new Date());
  const sink = options.format === 'json' ? jsonSink(write, now) : textSink(write, now);
  return new LeveledLogger(sink, LOG_LEVELS.indexOf(options.level ?? 'info'), redactFields(options.fields));
}

/** Writes one entry; everything in it is redacted already. */
type Sink = (level: LogLevel, message: string, fields: LogFields) => void;

class LeveledLogger implements Logger {
  constructor(
    private readonly sink: Sink,
    private readonly least: number,
    private readonly own: LogFields,
  ) {}

  debug(message: string, fields?: LogFields): void {
    if (this.least <= 0) this.log('debug', message, fields);
  }

  info(message: string, fields?: LogFields): void {
    if (this.least <= 1) this.log('info', message, fields);
  }

  warn(message: string, fields?: LogFields): void {
    if (this.least <= 2) this.log('warn', message, fields);
  }

  error(message: string, fields?: LogFields): void {
    this.log('error', message, fields);
  }

  child(fields: LogFields): Logger {
    return new LeveledLogger(this.sink, this.least, { ...this.own, ...redactFields(fields) });
  }

  private log(level: LogLevel, message: string, fields: LogFields | undefined): void {
    this.sink(level, redactText(message), fields === undefined ? this.own : { ...this.own, ...redactFields(fields) });
  }
}

function redactFields(fields: LogFields | undefined): LogFields {
  return fields === undefined ? {} : (redact(fields) as LogFields);
}

function textSink(write: (line: string) => void, now: () => Date): Sink {
  return (level, message, fields) => write(textLine(now(), level, message, fields));
}

function jsonSink(write: (line: string) => void, now: () => Date): Sink {
  // Loaded for this format only: text does not need it, and it would slow the start of every process.
  const { pino } = require('pino') as typeof import('pino');
  const log = pino(
    {
      level: 'debug',
      messageKey: 'message',
      base: undefined,
      timestamp: () => `,"time":"${now().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
    },
    { write },
  );
  return (level, message, fields) => log[level](fields, message);
}
