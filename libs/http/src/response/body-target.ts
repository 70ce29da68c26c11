import type { ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import type { Flow } from '../request/fair-queue.js';

/** Where a body is written. */
export interface BodyTarget {
  readonly reply: ServerResponse;
  /** The answer, or what is piped into it. */
  readonly out: Writable;
  /** Whose turns it takes. */
  readonly flow: Flow;
}
