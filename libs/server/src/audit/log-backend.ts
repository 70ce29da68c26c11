import type { AuditBackend } from './audit-backend.js';
import type { AuditEvent } from './audit-event.js';
import { eventLine, type EventFormat } from './event-line.js';

/** Where lines go: a file that is set aside when it is full, or standard output. */
export interface LineSink {
  /** Whole lines. */
  append(lines: string): Promise<void>;
  close(): Promise<void>;
}

/** Events as lines (D-196). */
export const logBackend = (sink: LineSink, format: EventFormat): AuditBackend => ({
  name: 'log',
  write: (events: readonly AuditEvent[]) => sink.append(events.map((event) => eventLine(event, format)).join('')),
  close: () => sink.close(),
});

/** Lines on a stream that others write to as well, and that stays open. */
export const streamSink = (stream: NodeJS.WritableStream): LineSink => ({
  append: (lines) =>
    new Promise((resolve, reject) => stream.write(lines, (error) => (error ? reject(error) : resolve()))),
  close: () => Promise.resolve(),
});
