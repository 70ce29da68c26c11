/**
 * Limit of events that are not complete, of all watches of a stream together: an object has some megabytes at most, its row of a Table a little
 * more. Unit: bytes.
 */
const MAX_BEGUN_BYTES = 32 * 1_024 * 1_024;
/** A longer error is passed on, but not looked into: a Status of an API server is short. Unit: bytes. */
const MAX_ERROR_BYTES = 65_536;
const NEW_LINE = 10;
const OPENING = 0x7b;
const CLOSING = 0x7d;
const BEFORE = Buffer.from('{"event":');
const ERROR_EVENT = '{"type":"ERROR"';

/** The Status of an ERROR event, as far as it is used here. */
export interface EventStatus {
  readonly code?: unknown;
}

/** What arrived is not a stream of events. */
export class NotEvents extends Error {
  override readonly name = 'NotEvents';
}

/** Events of the watches of one stream that have begun to arrive. */
export class BegunEvents {
  private bytes = 0;

  /** @throws NotEvents over the limit. */
  grow(bytes: number): void {
    if (this.bytes + bytes > MAX_BEGUN_BYTES)
      throw new NotEvents(`events that are not complete have more than ${MAX_BEGUN_BYTES} bytes`);
    this.bytes += bytes;
  }

  shrink(bytes: number): void {
    this.bytes -= bytes;
  }
}

/**
 * Cuts the answer to a watch into its events and wraps each as a line of the stream of the page, without parsing it. The fields `type` and
 * `watch` come last, so that what an event from another API server contains cannot replace them.
 */
export class EventLines {
  private readonly after: Buffer;
  private readonly begun: Buffer[] = [];
  private begunBytes = 0;
  /** The Status of the last ERROR event. */
  error: EventStatus | undefined;

  /** @param all events of the same stream. */
  constructor(
    watch: string,
    private readonly all: BegunEvents,
  ) {
    this.after = Buffer.from(`,"type":"event","watch":${JSON.stringify(watch)}}\n`);
  }

  /** @returns whole lines of the stream; undefined when no event is complete. @throws NotEvents. */
  add(chunk: Buffer): Buffer | undefined {
    const pieces: Buffer[] = [];
    let from = 0;
    for (let end = chunk.indexOf(NEW_LINE); end >= 0; end = chunk.indexOf(NEW_LINE, from)) {
      const event = this.complete(chunk.subarray(from, end));
      from = end + 1;
      if (event.length > 0) pieces.push(BEFORE, this.checked(event), this.after);
    }
    if (from < chunk.length) this.keep(chunk.subarray(from));
    return pieces.length === 0 ? undefined : Buffer.concat(pieces);
  }

  private complete(rest: Buffer): Buffer {
    if (this.begun.length === 0) return rest;
    const event = Buffer.concat([...this.begun, rest]);
    this.end();
    return event;
  }

  /** Releases an event that is not complete: the rest does not come. */
  end(): void {
    this.all.shrink(this.begunBytes);
    this.begun.length = 0;
    this.begunBytes = 0;
  }

  private keep(piece: Buffer): void {
    this.all.grow(piece.length);
    this.begunBytes += piece.length;
    this.begun.push(piece);
  }

  private checked(event: Buffer): Buffer {
    if (event[0] !== OPENING || event.at(-1) !== CLOSING) throw new NotEvents('a line is not an event');
    if (event.toString('latin1', 0, ERROR_EVENT.length) === ERROR_EVENT) {
      this.error = event.length > MAX_ERROR_BYTES ? {} : (JSON.parse(event.toString()) as { readonly object?: EventStatus }).object; // prettier-ignore
    }
    return event;
  }
}
