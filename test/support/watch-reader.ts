import type { Readable } from 'node:stream';

export interface ReadEvent {
  readonly type: string;
  readonly object: {
    readonly kind?: string;
    readonly code?: number;
    readonly metadata: { readonly name: string; readonly resourceVersion: string };
  };
}

/** Reads watch streams one after the other, as a client that reconnects does. A cut connection is only the end of a stream. */
export class WatchReader {
  readonly events: ReadEvent[] = [];
  lastVersion = '';

  async read(stream: Readable): Promise<void> {
    let rest = '';
    stream.setEncoding('utf8');
    try {
      for await (const text of stream) {
        const lines = (rest + String(text)).split('\n');
        rest = lines.pop()!;
        for (const line of lines) this.take(JSON.parse(line) as ReadEvent);
      }
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error;
    }
  }

  private take(event: ReadEvent): void {
    if (event.type === 'ERROR') throw new SyntaxError(`the watch was refused: ${JSON.stringify(event.object)}`);
    this.events.push(event);
    this.lastVersion = event.object.metadata.resourceVersion;
  }
}
