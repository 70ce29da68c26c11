import type { AuditBackend } from './audit-backend.js';
import type { AuditEvent } from './audit-event.js';
import { eventLine, type EventFormat } from './event-line.js';

/** Output of lines: a rotating file, or standard output. */
export interface LineSink {
  /** Whole lines. */
  append(lines: string): Promise<void>;
  close(): Promise<void>;
}

/** Lines are appended in chunks of about this length: an event may have megabytes. Unit: characters. */
const APPENDED_CHARACTERS = 1 << 20;

/** Writes events as lines (D-196). */
export const logBackend = (sink: LineSink, format: EventFormat): AuditBackend => ({
  name: 'log',
  write: async (events: readonly AuditEvent[]) => {
    let lines = '';
    for (const event of events) {
      lines += eventLine(event, format);
      if (lines.length < APPENDED_CHARACTERS) continue;
      await sink.append(lines);
      lines = '';
    }
    if (lines !== '') await sink.append(lines);
  },
  close: () => sink.close(),
});

/** Lines on a shared stream, which is never closed. */
export const streamSink = (stream: NodeJS.WritableStream): LineSink => ({
  append: (lines) =>
    new Promise((resolve, reject) => stream.write(lines, (error) => (error ? reject(error) : resolve()))),
  close: () => Promise.resolve(),
});
