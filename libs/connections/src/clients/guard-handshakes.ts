import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { Server as HttpsServer } from 'node:https';
import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { clientNetwork } from '../client-network.js';
import { type CpuClock, threadCpuClock } from '@orch/process';
import { ReadPace } from '../layers/read-pace.js';
import { awaitClientHello } from './await-client-hello.js';
import { mayOfferHttp2 } from './client-hello.js';
import { HandshakeFlight } from '../layers/handshake-flight.js';
import { DirectHandshake, NO_CHAIN_BYTES } from './direct-handshake.js';
import { GuardedConnection } from './guarded-connection.js';
import { HandshakeGate, type HandshakeLimits, ignoreBroken } from './handshake-gate.js';
import { HandshakeTurns } from './handshake-turns.js';
import { answerPlainHttp } from './plain-http.js';
import { RecordFloods } from './record-floods.js';
import { awaitFirstRequest } from './first-request.js';

/** The addresses that Node's TLS connections take from the TCP connection below, which it does not find below a {@link GuardedConnection}. */
const ADDRESSES = ['remoteAddress', 'remoteFamily', 'remotePort', 'localAddress', 'localFamily', 'localPort'] as const;

/** Node's error for a client without one. */
const NO_CERTIFICATE = 'UNABLE_TO_GET_ISSUER_CERT';

/** What HTTP/2 connections may take of a turn of the event loop, but for the last step. Unit: milliseconds. */
const HTTP2_MS = 3;

const guardedConnections = new WeakMap<TLSSocket, GuardedConnection>();

/** The guarded connection below a TLS connection whose handshake is complete; undefined for direct ones. */
export const guardedBelow = (secure: TLSSocket): GuardedConnection | undefined => guardedConnections.get(secure);

export interface GuardOptions {
  /** The server reports whose the first request of a connection is, which {@link DirectHandshake} needs: other servers have guarded connections only. */
  readonly mayBeDirect?: boolean;
  /** Default: of the thread. */
  readonly cpuClock?: CpuClock;
  readonly now?: () => number;
}

/**
 * Guards the connections of a TLS server before and after their handshake. Client networks take turns in all steps, and are charged for what OpenSSL takes:
 *
 * 1. {@link HandshakeGate} limits those that are not finished, and begins them.
 * 2. {@link awaitClientHello} waits for the first message, without TLS.
 * 3. {@link DirectHandshake} decides whether OpenSSL reads the TCP connection itself, or a {@link GuardedConnection}, which hands over what follows in bounded steps. One that
 *    may be of HTTP/2 is always guarded.
 * 4. {@link HandshakeTurns} runs these steps, so that others have time in between.
 * 5. {@link RecordFloods} watches what comes after the handshake.
 */
export function guardHandshakes(server: Server, limits: HandshakeLimits, options: GuardOptions = {}): HandshakeGate {
  const guard = new HandshakeGuard(server, limits, options);
  server.on('connection', (connection: Socket) => guard.accept(connection));
  server.prependListener('secureConnection', (connection: TLSSocket) => guard.complete(connection));
  server.on('keylog', (line: Buffer, connection: TLSSocket) => guard.derived(line, connection));
  return guard.gate;
}

class HandshakeGuard {
  readonly gate: HandshakeGate;
  /** Those of Node: they create the TLS connection. */
  private readonly handlers: readonly ((connection: Duplex) => void)[];
  private readonly mayBeDirect: boolean;
  private readonly cpuClock: CpuClock;
  private readonly direct: DirectHandshake;
  private readonly longTurns = new HandshakeTurns();
  private readonly turns = new HandshakeTurns(this.longTurns);
  private readonly hasHttp2: boolean;
  /** Of all HTTP/2 connections. */
  private readonly http2Pace: ReadPace;
  private readonly floods = new RecordFloods((network, costMs) => {
    this.gate.charge(network, costMs);
    this.direct.alarm(costMs);
  });
  /** OpenSSL reads bytes of its handshake now. */
  private current: GuardedConnection | undefined;
  /** When it began to. */
  private beganMs = 0;

  constructor(
    private readonly server: Server,
    limits: HandshakeLimits,
    { mayBeDirect = false, cpuClock = threadCpuClock(), now }: GuardOptions,
  ) {
    this.mayBeDirect = mayBeDirect;
    this.cpuClock = cpuClock;
    this.http2Pace = new ReadPace(HTTP2_MS, now);
    this.handlers = server.listeners('connection') as ((connection: Duplex) => void)[];
    server.removeAllListeners('connection');
    this.hasHttp2 = !(server instanceof HttpsServer);
    this.direct = new DirectHandshake(cpuClock);
    this.gate = new HandshakeGate(limits, (connection, network) => this.begin(connection, network));
    this.floods.checkUntilClosed(server);
  }

  /** A new connection. */
  accept(connection: Socket): void {
    this.turns.accepted();
    this.gate.enter(connection);
  }

  /** The handshake of a connection is complete. */
  complete(secure: TLSSocket): void {
    const { current, direct } = this;
    const raw = current?.connection ?? direct.connection;
    if (!raw) return void secure.destroy(); // not reached: bytes of a guarded handshake are read where they are measured
    const network = clientNetwork(raw.remoteAddress!);
    if (current) {
      // What follows is work of the request that came with the last bytes. Without certificates it took long because the machine is slow.
      if (hasSentCertificate(secure)) this.charge(current, network);
      current.complete(secure.alpnProtocol === 'h2' ? this.http2Pace : undefined);
      guardedConnections.set(secure, current);
      for (const name of ADDRESSES) Object.defineProperty(secure, name, { value: raw[name] });
      if (this.mayBeDirect)
        awaitFirstRequest(secure, (isTrusted) => (isTrusted ? direct.trust(network) : direct.decided(network)));
    } else direct.complete(secure);
    this.floods.add(network, secure, current ?? raw);
    this.gate.finished(raw);
  }

  /** OpenSSL has derived a secret of a connection. @param line as in a key log file. */
  derived(line: Buffer, secure: TLSSocket): void {
    this.current?.flight?.derived(line, secure);
  }

  private begin(connection: Socket, network: string): void {
    connection.on('error', ignoreBroken);
    awaitClientHello(connection, (first, helloBytes) => {
      answerPlainHttp(connection, first);
      const begin = (isDirect: boolean): void =>
        this.turns.add(network, () => {
          connection.off('error', ignoreBroken);
          if (connection.destroyed) return;
          if (isDirect) this.beginDirect(connection, first);
          else this.beginGuarded(connection, network, first, helloBytes);
        });
      // HTTP/2 is decoded in bounded steps.
      if (!this.mayBeDirect) begin(false);
      else if (this.hasHttp2 && helloBytes > 0 && mayOfferHttp2(first.subarray(0, helloBytes))) begin(false);
      else this.direct.enter({ connection, network, helloBytes, begin });
    });
  }

  private beginDirect(connection: Socket, first: Buffer): void {
    connection.unshift(first);
    this.give(connection);
  }

  private beginGuarded(connection: Socket, network: string, first: Buffer, helloBytes: number): void {
    const inTurn = (work: () => void, isLong: boolean): void =>
      (isLong ? this.longTurns : this.turns).add(network, () => this.measure(guarded, network, work));
    const guarded = new GuardedConnection(
      connection,
      network,
      inTurn,
      helloBytes > 0 ? new HandshakeFlight('client') : undefined,
    );
    this.give(guarded);
    // After Node's TLS connection began to read.
    process.nextTick(() => this.handingOver(guarded, () => guarded.begin(first, helloBytes)));
  }

  private give(connection: Duplex): void {
    for (const handle of this.handlers) handle.call(this.server, connection);
  }

  private handingOver(guarded: GuardedConnection, work: () => void): void {
    this.current = guarded;
    try {
      work();
    } finally {
      this.current = undefined;
    }
  }

  private measure(guarded: GuardedConnection, network: string, work: () => void): void {
    if (guarded.isComplete) return work(); // of a request
    this.beganMs = this.cpuClock();
    this.handingOver(guarded, work);
    // What follows its certificates may never come.
    if (!guarded.isComplete && guarded.flightBytes > NO_CHAIN_BYTES) this.charge(guarded, network);
  }

  private charge({ connection }: GuardedConnection, network: string): void {
    const costMs = this.cpuClock() - this.beganMs;
    this.gate.charge(network, costMs, connection);
  }
}

/** Node hands out its chain once, which is left to others. */
const hasSentCertificate = ({ authorized, authorizationError }: TLSSocket): boolean =>
  authorized || String(authorizationError) !== NO_CERTIFICATE;
