import { escapeTerminal } from '../terminal/terminal-text.js';
import type { LogFields, LogLevel } from './logger.js';

const PLAIN = /^[\w./:@%+-]+$/;

/**
 * One entry in text form: `2026-11-21T03:25:06.123Z INFO  message key=value`. An error follows on the lines below.
 * `fields` are redacted already. Control characters are escaped: an error may quote what a client or another server sent, and a log is read in a terminal.
 * Ends with a line feed.
 */
export function textLine(time: Date, level: LogLevel, message: string, fields: LogFields): string {
  let line = `${time.toISOString()} ${level.toUpperCase().padEnd(5)} ${message}`;
  let below = '';
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    if (typeof value === 'string' && value.includes('\n')) below += `\n  ${name}: ${value.replaceAll('\n', '\n  ')}`;
    else line += ` ${name}=${plain(value)}`;
  }
  return `${escapeTerminal(line + below)}\n`;
}

function plain(value: unknown): string {
  if (typeof value === 'string') return PLAIN.test(value) ? value : JSON.stringify(value);
  return JSON.stringify(value);
}
