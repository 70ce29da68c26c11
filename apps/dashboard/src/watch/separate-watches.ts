import { signal } from '@preact/signals';
import { type ApiClient } from '../api/client';
import { failureOf } from '../api/failure';
import { readLines } from './read-lines';
import { type ConnectionState, type WatchEvent, type WatchHandlers, type WatchTransport } from './transport';

/** Each watch is a request of its own: for servers without the watch multiplexer. */
export class SeparateWatches implements WatchTransport {
  readonly state = signal<ConnectionState>('connected');
  private readonly connections = new Set<AbortController>();

  constructor(private readonly client: ApiClient) {}

  open(path: string, accept: string, handlers: WatchHandlers): () => void {
    const connection = new AbortController();
    this.connections.add(connection);
    void this.read(path, accept, handlers, connection);
    return () => this.end(connection);
  }

  close(): void {
    for (const connection of this.connections) this.end(connection);
  }

  private end(connection: AbortController): void {
    this.connections.delete(connection);
    connection.abort();
  }

  private async read(
    path: string,
    accept: string,
    handlers: WatchHandlers,
    connection: AbortController,
  ): Promise<void> {
    let code = 200;
    try {
      const response = await this.client.send(path, { accept, signal: connection.signal });
      this.state.value = 'connected';
      handlers.started();
      if (response.body !== null)
        await readLines(response.body, (line) => handlers.event(JSON.parse(line) as WatchEvent));
    } catch (error) {
      code = Math.max(0, failureOf(error).code);
    }
    if (!this.connections.delete(connection)) return;
    if (code === 0) this.state.value = 'waiting';
    handlers.end(code, null);
  }
}
