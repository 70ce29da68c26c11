import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { ApiError, type Clock } from '@orch/apimachinery';
import type { Logger } from '@orch/process';
import { BegunEvents, EventLines, NotEvents } from './event-lines.js';
import { MAX_WATCHES, type StreamCommand, tooManyWatches } from './read-command.js';
import { TurnWriter } from './turn-writer.js';
import { UnreadBody } from './unread-body.js';
import type { WatchAnswer, WatchRequest, WatchSource } from './watch-source.js';

/** Interval of `ping`, from which the page knows that the connection is alive. */
export const PING_MS = 15_000;
/** A page that has read nothing at this number of pings in a row loses the stream. */
const UNREAD_PINGS = 4;
/** How long watches may take to end when the server stops. */
const STOP_MS = 2_000;
/** Limit of the body of a refusal. */
const MAX_STATUS_BYTES = 1_048_576;
const BAD_GATEWAY = 502;
const LOST = 503;
/** One for all: thousands of watches may end at once, and each error has a stack trace. */
const CLOSED = new Error('the watch was closed');

/** Parts that all streams of a server share. */
export interface StreamParts<Credentials> {
  readonly source: WatchSource<Credentials>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** The stream of one tab: the events of its watches as lines of JSON. */
export class WatchStream<Credentials> {
  private readonly watches = new Map<string, AbortController>();
  private readonly begun = new BegunEvents();
  private readonly writer: TurnWriter;
  private cancelPing: () => void = () => undefined;
  private unreadPings = 0;
  private stopping = false;

  constructor(
    readonly id: string,
    /** The only user who may use it. */
    readonly owner: string,
    private readonly reply: ServerResponse,
    private readonly parts: StreamParts<Credentials>,
  ) {
    this.writer = new TurnWriter(reply);
    this.writer.writeNow(line({ type: 'open', stream: id }));
    this.schedulePing();
    reply.once('close', () => this.closed());
  }

  /**
   * Ends and starts watches: all of them, or none.
   * @param credentials of the request that asks for it.
   * @throws ApiError BadRequest for an id in use, TooManyRequests, ServiceUnavailable while the server stops.
   */
  apply({ open, close }: StreamCommand, credentials: Credentials): void {
    if (this.stopping) throw ApiError.serviceUnavailable('the server is stopping, please open another stream', 1);
    const left = new Set(this.watches.keys());
    for (const id of close) left.delete(id);
    const used = open.find(({ watch }) => left.has(watch));
    if (used) throw ApiError.badRequest(`the watch ${JSON.stringify(used.watch)} is open: choose another id`);
    if (left.size + open.length > MAX_WATCHES) throw tooManyWatches();
    for (const id of close) this.close(id);
    for (const request of open) void this.run(request, credentials);
  }

  /** Lets all watches end, then the stream: the server stops. */
  stop(): void {
    if (this.stopping) return;
    this.stopping = true;
    if (this.watches.size === 0) return this.end();
    const cancel = this.parts.clock.setTimer(() => this.end(), STOP_MS);
    this.reply.once('close', cancel);
  }

  private end(): void {
    this.cancelPing();
    this.reply.end();
  }

  private close(id: string): void {
    this.watches.get(id)?.abort(CLOSED);
    this.watches.delete(id);
  }

  private closed(): void {
    this.cancelPing();
    for (const id of [...this.watches.keys()]) this.close(id);
  }

  private schedulePing(): void {
    this.cancelPing = this.parts.clock.setTimer(() => {
      this.unreadPings = this.writer.isBlocked ? this.unreadPings + 1 : 0;
      if (this.unreadPings >= UNREAD_PINGS) return void this.reply.destroy();
      if (!this.writer.isBlocked) this.writer.writeNow(line({ type: 'ping' }));
      this.schedulePing();
    }, PING_MS);
  }

  /** One watch, from its request to its last line. Never rejects. */
  private async run(request: WatchRequest, credentials: Credentials): Promise<void> {
    const { watch } = request;
    const ending = new AbortController();
    this.watches.set(watch, ending);
    const { signal } = ending;
    const end = await this.pass(request, credentials, signal).catch((error: unknown) => this.failed(error, signal));
    await this.writer.write(() => line({ type: 'end', watch, ...end }), signal);
    if (this.watches.get(watch) === ending) this.watches.delete(watch);
    if (this.stopping && this.watches.size === 0) this.end();
  }

  private async pass(request: WatchRequest, credentials: Credentials, signal: AbortSignal): Promise<End> {
    const { watch } = request;
    const answer = await this.parts.source.open(request, credentials, signal);
    if (answer.code !== 200) return refusal(answer);
    const body = new UnreadBody(answer.body);
    if (!answer.contentType.startsWith('application/json')) {
      answer.body.destroy();
      throw new NotEvents(`the answer is ${answer.contentType}`);
    }
    await this.writer.write(() => line({ type: 'started', watch }), signal);
    const lines = new EventLines(watch, this.begun);
    try {
      for await (const _ of body.arrivals()) {
        await this.writer.write(() => {
          const chunk = signal.aborted ? undefined : body.take(); // its id may be that of another watch already
          return chunk && lines.add(chunk);
        }, body.ended);
      }
    } finally {
      lines.end();
    }
    const { error } = lines;
    return error
      ? { code: typeof error.code === 'number' ? error.code : LOST, status: error }
      : { code: 200, status: null };
  }

  private failed(error: unknown, { aborted }: AbortSignal): End {
    if (error instanceof NotEvents) {
      this.parts.log.warn('an API server answered a watch with something else', { error: error.message });
      return { code: BAD_GATEWAY, status: null };
    }
    if (!aborted) this.parts.log.debug('a watch of the dashboard was lost', { error });
    return { code: LOST, status: null };
  }
}

/** How a watch ended. */
interface End {
  readonly code: number;
  readonly status: unknown;
}

const line = (value: object): Buffer => Buffer.from(`${JSON.stringify(value)}\n`);

async function refusal({ code, contentType, body }: WatchAnswer): Promise<End> {
  const text = await boundedText(body);
  return { code, status: contentType.startsWith('application/json') ? parsedOrNull(text) : null };
}

async function boundedText(body: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_STATUS_BYTES) break;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function parsedOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // cut, or not what its header says: the code is enough
  }
}
