import type { Readable } from 'node:stream';
import type { Body } from './answer-body.js';

export interface StreamedEvent {
  readonly type: string;
  readonly object: Body;
}

/** An open watch, read event by event. Waiting ends when an event comes or the stream ends; no clock is asked. */
export class WatchStream {
  readonly #events: AsyncIterator<StreamedEvent>;

  constructor(
    readonly code: number,
    readonly headers: Readonly<Record<string, string | string[] | undefined>>,
    readonly stream: Readable,
  ) {
    this.#events = events(stream);
  }

  /** The next event. @throws when the stream ends first. */
  async next(): Promise<StreamedEvent> {
    const { done, value } = await this.#events.next();
    if (done) throw new Error('the watch ended before the event came');
    return value;
  }

  /** The next `count` events. */
  async take(count: number): Promise<StreamedEvent[]> {
    const taken: StreamedEvent[] = [];
    while (taken.length < count) taken.push(await this.next());
    return taken;
  }

  /** Every event until the server ends the stream. */
  async rest(): Promise<StreamedEvent[]> {
    const taken: StreamedEvent[] = [];
    for (;;) {
      const { done, value } = await this.#events.next();
      if (done) return taken;
      taken.push(value);
    }
  }

  /** The whole body as one document: what the server answers when it does not open the watch. */
  async document(): Promise<Body> {
    let text = '';
    for await (const piece of this.stream.setEncoding('utf8')) text += String(piece);
    return JSON.parse(text) as Body;
  }

  close(): void {
    this.stream.once('error', () => undefined).destroy();
  }
}

async function* events(stream: Readable): AsyncGenerator<StreamedEvent, void> {
  let rest = '';
  stream.setEncoding('utf8');
  for await (const text of stream) {
    const lines = (rest + String(text)).split('\n');
    rest = lines.pop()!;
    for (const line of lines) yield JSON.parse(line) as StreamedEvent;
  }
  if (rest !== '') throw new Error(`the watch ended inside a document: ${rest}`);
}
