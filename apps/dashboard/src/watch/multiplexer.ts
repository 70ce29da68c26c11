import { signal } from '@preact/signals';
import type { ApiClient } from '../api/client';
import type { Status } from '../api/failure';
import { Backoff } from './backoff';
import { readLines } from './read-lines';
import type { ConnectionState, WatchEvent, WatchHandlers, WatchTransport } from './transport';

type Line =
  | { readonly type: 'open'; readonly stream: string }
  | { readonly type: 'started'; readonly watch: string }
  | { readonly type: 'event'; readonly watch: string; readonly event: WatchEvent }
  | { readonly type: 'end'; readonly watch: string; readonly code: number; readonly status: Status | null }
  | { readonly type: 'ping' };

interface Watch {
  readonly path: string;
  readonly accept: string;
  readonly handlers: WatchHandlers;
}

/** The server sends a line at least every 15 s: after this time without one the connection is taken for lost. */
const SILENCE_MS = 40_000;

const BAD_GATEWAY = 502;
const DAMAGED: Status = { kind: 'Status', message: 'The server sent an event that the page cannot read.' };
/** Of the end of a line of an event: the id of a watch has 64 characters at most. */
const LONGEST_END = 120;

/** All watches of the tab over one stream of the server's watch multiplexer. */
export class MultiplexedWatches implements WatchTransport {
  readonly state = signal<ConnectionState>('connecting');
  private readonly watches = new Map<string, Watch>();
  private readonly backoff = new Backoff();
  private stream: string | undefined;
  private connection: AbortController | undefined;
  private silence: ReturnType<typeof setTimeout> | undefined;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private isClosed = false;
  private nextId = 0;
  private toOpen = new Set<string>();
  private toClose = new Set<string>();
  private isFlushing = false;

  constructor(private readonly client: ApiClient) {
    addEventListener('online', this.retryNow);
    addEventListener('offline', this.reconnect);
    this.connect();
  }

  open(path: string, accept: string, handlers: WatchHandlers): () => void {
    const id = String(this.nextId++);
    this.watches.set(id, { path, accept, handlers });
    this.toOpen.add(id);
    this.flushSoon();
    return () => {
      if (!this.watches.delete(id)) return;
      if (!this.toOpen.delete(id)) this.toClose.add(id);
      this.flushSoon();
    };
  }

  close(): void {
    this.isClosed = true;
    this.watches.clear();
    removeEventListener('online', this.retryNow);
    removeEventListener('offline', this.reconnect);
    clearTimeout(this.retry);
    clearTimeout(this.silence);
    this.connection?.abort();
  }

  /** Without the rest of the waiting time: the network is back, or the user asked. */
  readonly retryNow = (): void => {
    if (this.state.value !== 'waiting' || this.isClosed) return;
    clearTimeout(this.retry);
    this.connect();
  };

  /** The network is gone, so the connection may be too: it would be silent for long. A server on this machine answers at once. */
  private readonly reconnect = (): void => this.connection?.abort();

  private connect(): void {
    const connection = new AbortController();
    this.connection = connection;
    void this.read(connection)
      .catch(() => undefined)
      .then(() => this.lost(connection));
  }

  private async read(connection: AbortController): Promise<void> {
    this.heard();
    const response = await this.client.send('/dashboard/streams', {
      method: 'POST',
      body: {},
      accept: 'application/x-ndjson',
      signal: connection.signal,
    });
    if (response.body !== null) await readLines(response.body, (line) => this.receive(line));
  }

  private lost(connection: AbortController): void {
    if (this.isClosed || this.connection !== connection) return;
    connection.abort();
    clearTimeout(this.silence);
    this.stream = undefined;
    this.toOpen.clear();
    this.toClose.clear();
    this.state.value = 'waiting';
    this.retry = setTimeout(() => this.connect(), this.backoff.nextMs());
    const ended = [...this.watches.values()];
    this.watches.clear();
    for (const { handlers } of ended) handlers.end(0, null);
  }

  private heard(): void {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.connection?.abort(), SILENCE_MS);
  }

  private receive(text: string): void {
    this.heard();
    if (this.isClosed) return;
    let line: Line;
    try {
      line = JSON.parse(text) as Line;
    } catch {
      return this.damaged(text);
    }
    if (line.type === 'ping') return;
    if (line.type === 'open') {
      this.stream = line.stream;
      this.backoff.succeeded();
      this.state.value = 'connected';
      this.flushSoon();
      return;
    }
    const watch = this.watches.get(line.watch);
    if (watch === undefined) return;
    if (line.type === 'started') watch.handlers.started();
    else if (line.type === 'event') {
      try {
        watch.handlers.event(line.event);
      } catch {
        this.endDamaged(line.watch);
      }
    } else {
      this.watches.delete(line.watch);
      watch.handlers.end(line.code, line.status);
    }
  }

  /** The server passes events of extension API servers on as they are; what it adds itself comes last. */
  private damaged(text: string): void {
    const watch = /,"type":"event","watch":"([^"]*)"\}$/.exec(text.slice(-LONGEST_END))?.[1];
    if (watch === undefined) throw new Error('The stream is damaged.');
    this.endDamaged(watch);
  }

  /** One watch whose events are none: the others go on. */
  private endDamaged(id: string): void {
    const watch = this.watches.get(id);
    if (watch === undefined) return;
    this.watches.delete(id);
    this.toClose.add(id);
    this.flushSoon();
    watch.handlers.end(BAD_GATEWAY, DAMAGED);
  }

  /** One request for all watches opened and closed in this turn. */
  private flushSoon(): void {
    if (this.isFlushing || this.stream === undefined) return;
    this.isFlushing = true;
    queueMicrotask(() => void this.flush());
  }

  private async flush(): Promise<void> {
    const { connection, stream } = this;
    const open = [...this.toOpen].flatMap((watch) => {
      const found = this.watches.get(watch);
      return found === undefined ? [] : [{ watch, path: found.path, accept: found.accept }];
    });
    const close = [...this.toClose];
    this.toOpen.clear();
    this.toClose.clear();
    try {
      if (stream !== undefined && open.length + close.length > 0) {
        await this.client.send(`/dashboard/streams/${stream}`, { method: 'POST', body: { open, close } });
      }
    } catch {
      // The stream is unknown to the server or the network is gone: a new stream, with all watches.
      if (connection === this.connection) connection?.abort();
    } finally {
      this.isFlushing = false;
    }
    if (this.toOpen.size + this.toClose.size > 0) this.flushSoon();
  }
}
