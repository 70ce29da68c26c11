import type { LogFields, Logger } from '@orch/process';

/** Keeps its lines for a test. */
export class RecordingLogger implements Logger {
  readonly lines: { readonly level: string; readonly message: string; readonly fields: LogFields }[] = [];

  debug(message: string, fields: LogFields = {}): void {
    this.lines.push({ level: 'debug', message, fields });
  }
  info(message: string, fields: LogFields = {}): void {
    this.lines.push({ level: 'info', message, fields });
  }
  warn(message: string, fields: LogFields = {}): void {
    this.lines.push({ level: 'warn', message, fields });
  }
  error(message: string, fields: LogFields = {}): void {
    this.lines.push({ level: 'error', message, fields });
  }
  child(): Logger {
    return this;
  }
}
