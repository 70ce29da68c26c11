import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Agent, request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Dice } from '../consistency/dice.js';
import { faultOf, type AskedCall, type CallFault } from './api-faults.js';
import { OpenWatch } from './open-watch.js';

/** Answers that are a `Status`. */
type StatusAnswer = NonNullable<CallFault['answer']>;

/** An API server as an unlucky client sees it: a proxy that refuses, delays and loses requests, and drops, freezes and expires watches. */
export class UnreliableApi {
  /** How often each thing went wrong. */
  readonly counts: Record<string, number> = {};
  /** Requests that may change something and that arrived at the server, by method. */
  readonly writes: Record<string, number> = {};
  private readonly server: Server;
  private readonly agent: Agent;
  private readonly watches = new Set<OpenWatch>();
  private fails = false;

  private constructor(
    private readonly target: { readonly port: number; readonly ca: string },
    private readonly dice: Dice,
  ) {
    this.agent = new Agent({ keepAlive: true, ca: target.ca });
    this.server = createServer((asked, answer) => this.answer(asked, answer));
  }

  static async start(target: { readonly port: number; readonly ca: string }, dice: Dice): Promise<UnreliableApi> {
    const api = new UnreliableApi(target, dice);
    api.server.listen(0, '127.0.0.1');
    await once(api.server, 'listening');
    return api;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Lets things go wrong until the signal is aborted; then all is well, and no watch is frozen. */
  async fail(ended: AbortSignal): Promise<void> {
    this.fails = true;
    const thawing: Promise<void>[] = [];
    while (!ended.aborted) {
      await pause(this.dice.between(50, 1_000));
      const watch = this.watches.size > 0 ? this.dice.pick([...this.watches]) : undefined;
      if (watch) thawing.push(this.disturb(watch));
    }
    this.fails = false;
    await Promise.all(thawing);
  }

  async stop(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    this.agent.destroy();
    await once(this.server, 'close');
  }

  private async disturb(watch: OpenWatch): Promise<void> {
    const turn = this.dice.next();
    if (turn < 0.3) {
      this.count('watch dropped');
      return watch.drop();
    }
    if (turn < 0.5) {
      this.count('watch expired');
      return watch.expire();
    }
    this.count('watch frozen');
    watch.freeze();
    await pause(this.dice.between(100, 6_000));
    if (turn < 0.75) watch.thaw();
    else watch.drop();
  }

  private answer(asked: IncomingMessage, answer: ServerResponse): void {
    const call = callOf(asked);
    const fault = this.fails ? faultOf(call, this.dice) : undefined;
    if (fault) this.count(fault.name);
    if (fault?.when !== 'before') return this.forward(asked, answer, call, fault);
    asked.resume();
    if (!fault.answer) asked.socket.destroy();
    else asked.on('end', () => sendStatus(answer, fault.answer!));
  }

  private forward(asked: IncomingMessage, answer: ServerResponse, call: AskedCall, fault?: CallFault): void {
    if (call.method !== 'GET') this.writes[call.method] = (this.writes[call.method] ?? 0) + 1;
    const { method, url, headers } = asked;
    const target = { host: '127.0.0.1', port: this.target.port, agent: this.agent };
    const forwarded = request({ ...target, ...{ method, path: url, headers } });
    forwarded.on('error', () => answer.destroy());
    answer.on('close', () => {
      if (!answer.writableFinished) forwarded.destroy();
    });
    forwarded.on('response', (received: IncomingMessage) => void this.pass(received, answer, call, fault));
    asked.pipe(forwarded);
  }

  private async pass(
    received: IncomingMessage,
    answer: ServerResponse,
    { isWatch }: AskedCall,
    fault: CallFault | undefined,
  ): Promise<void> {
    if (fault?.delayMs !== undefined) await pause(fault.delayMs);
    else if (fault) {
      received.resume();
      if (fault.answer) sendStatus(answer, fault.answer);
      else answer.destroy();
      return;
    }
    answer.writeHead(received.statusCode!, received.headers);
    if (isWatch && received.statusCode === 200) return this.follow(received, answer);
    received.on('error', () => answer.destroy());
    received.pipe(answer);
  }

  private follow(received: IncomingMessage, answer: ServerResponse): void {
    answer.flushHeaders();
    const watch = new OpenWatch(received, answer);
    this.watches.add(watch);
    answer.on('close', () => this.watches.delete(watch));
  }

  private count(what: string): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1;
  }
}

function callOf({ method = '', url = '' }: IncomingMessage): AskedCall {
  const { searchParams } = new URL(url, 'http://any');
  const isWatch = searchParams.get('watch') === 'true' || searchParams.get('watch') === '1';
  return { method, isWatch, isList: method === 'GET' && searchParams.has('limit') };
}

function sendStatus(answer: ServerResponse, { code, reason, retryAfterSeconds }: StatusAnswer): void {
  const body = {
    ...{ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message: 'a fault of this test' },
    ...{ reason, code, ...(retryAfterSeconds === undefined ? {} : { details: { retryAfterSeconds } }) },
  };
  answer.writeHead(code, {
    'content-type': 'application/json',
    ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
  });
  answer.end(JSON.stringify(body));
}
