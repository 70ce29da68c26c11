import type { IncomingMessage, ServerResponse } from 'node:http';

/** An answered watch, whose events can be held and cut off. */
export class OpenWatch {
  private held: Buffer[] | undefined;
  /** Whether the client has whole events only. */
  private isAtEvent = true;

  constructor(
    events: IncomingMessage,
    private readonly client: ServerResponse,
  ) {
    events.on('data', (chunk: Buffer) => (this.held ? void this.held.push(chunk) : this.send(chunk)));
    events.on('end', () => this.client.end());
    events.on('error', () => this.client.destroy());
    client.on('close', () => events.destroy());
  }

  /** Resets the connection. */
  drop(): void {
    this.client.destroy();
  }

  /** Nothing arrives any more, and neither side notices. */
  freeze(): void {
    this.held ??= [];
  }

  /** What was held arrives. */
  thaw(): void {
    const held = this.held ?? [];
    this.held = undefined;
    for (const chunk of held) this.send(chunk);
  }

  /** Ends it with an event that says that history is gone. */
  expire(): void {
    if (!this.isAtEvent) return this.drop();
    const object = {
      ...{ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure' },
      ...{ message: 'too old resource version', reason: 'Expired', code: 410 },
    };
    this.client.end(`${JSON.stringify({ type: 'ERROR', object })}\n`);
  }

  private send(chunk: Buffer): void {
    if (this.client.writableEnded || this.client.destroyed) return;
    this.client.write(chunk);
    this.isAtEvent = chunk.at(-1) === '\n'.charCodeAt(0);
  }
}
