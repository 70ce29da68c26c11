import { TransportError } from './transport-error.js';

/** The answer is longer than its request allows. The rest of it was not read. */
export class AnswerTooLong extends TransportError {
  constructor(
    server: string,
    readonly maxBytes: number,
  ) {
    super('Protocol', `${server}: the answer is longer than ${maxBytes} bytes; list in pages`);
  }
}
