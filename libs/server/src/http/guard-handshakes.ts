import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { clientNetwork } from '@orch/http';
import { type CpuClock, threadCpuClock } from '@orch/process';
import { awaitClientHello } from './await-client-hello.js';
import { DirectHandshake } from './direct-handshake.js';
import { GuardedConnection } from './guarded-connection.js';
import { HandshakeGate, type HandshakeLimits, ignoreBroken } from './handshake-gate.js';
import { HandshakeTurns } from './handshake-turns.js';
import { answerPlainHttp } from './plain-http.js';
import { FLOOD_CHECK_MS, RecordFloods } from './record-floods.js';

/** The addresses that Node's TLS connections take from the TCP connection below, which it does not find below a {@link GuardedConnection}. */
const ADDRESSES = ['remoteAddress', 'remoteFamily', 'remotePort', 'localAddress', 'localFamily', 'localPort'] as const;

/**
 * Puts a gate in front of the handshakes of a TLS server. They begin when their first message is complete, and go on when the others are; client networks take
 * turns, and are charged for what OpenSSL took.
 */
export function guardHandshakes(
  server: Server,
  limits: HandshakeLimits,
  cpuClock: CpuClock = threadCpuClock(),
): HandshakeGate {
  const guard = new HandshakeGuard(server, limits, cpuClock);
  server.on('connection', (connection: Socket) => guard.accept(connection));
  server.prependListener('secureConnection', (connection: TLSSocket) => guard.complete(connection));
  return guard.gate;
}

class HandshakeGuard {
  readonly gate: HandshakeGate;
  /** Those of Node: they create the TLS connection. */
  private readonly handlers: readonly ((connection: Duplex) => void)[];
  private readonly direct: DirectHandshake;
  private readonly turns = new HandshakeTurns();
  /** Half of the time is for others while there are any. */
  private readonly longTurns = new HandshakeTurns();
  private readonly floods = new RecordFloods((connection, costMs) => {
    this.gate.charge(connection, costMs);
    this.direct.alarm();
  });
  /** OpenSSL reads bytes of it now. */
  private current: GuardedConnection | undefined;
  /** When its handshake was complete. */
  private completeMs = 0;

  constructor(
    private readonly server: Server,
    limits: HandshakeLimits,
    private readonly cpuClock: CpuClock,
  ) {
    this.handlers = server.listeners('connection') as ((connection: Duplex) => void)[];
    server.removeAllListeners('connection');
    this.direct = new DirectHandshake(cpuClock);
    this.gate = new HandshakeGate(limits, (connection) => this.begin(connection));
    const checking = setInterval(() => this.floods.check(), FLOOD_CHECK_MS).unref();
    server.once('close', () => clearInterval(checking));
  }

  /** A new connection. */
  accept(connection: Socket): void {
    this.turns.accepted();
    this.longTurns.accepted();
    this.gate.enter(connection);
  }

  /** The handshake of a connection is complete. */
  complete(connection: TLSSocket): void {
    const { current, direct } = this;
    const raw = current?.connection ?? direct.connection;
    if (!raw) return void connection.destroy(); // not reached: bytes of a guarded handshake are read where they are measured
    if (current) {
      this.completeMs = this.cpuClock(); // what follows is work of the request that came with the last bytes
      current.complete();
      for (const name of ADDRESSES) Object.defineProperty(connection, name, { value: raw[name] });
    } else direct.leave(raw);
    this.floods.add(connection, current ?? raw);
    this.gate.finished(raw);
  }

  private begin(connection: Socket): void {
    const network = clientNetwork(connection.remoteAddress!);
    connection.on('error', ignoreBroken);
    awaitClientHello(connection, (first, helloBytes) => {
      answerPlainHttp(connection, first);
      const begin = (isDirect: boolean): void => {
        connection.off('error', ignoreBroken);
        if (connection.destroyed) return;
        if (isDirect) this.beginDirect(connection, first);
        else this.beginGuarded(connection, network, first, helloBytes);
      };
      const inTurn = (isDirect: boolean): void => this.addShort(network, () => begin(isDirect));
      this.direct.enter({ connection, network, helloBytes, begin: inTurn });
    });
  }

  private beginDirect(connection: Socket, first: Buffer): void {
    connection.unshift(first);
    this.give(connection);
  }

  private beginGuarded(connection: Socket, network: string, first: Buffer, helloBytes: number): void {
    const guarded = new GuardedConnection(connection, (work, isLong) => {
      const measured = (): void => this.measure(guarded, work);
      if (isLong) this.longTurns.add(network, measured);
      else this.addShort(network, measured);
    });
    this.give(guarded);
    // After Node's TLS connection began to read.
    process.nextTick(() => guarded.begin(first, helloBytes));
  }

  private give(connection: Duplex): void {
    for (const handle of this.handlers) handle.call(this.server, connection);
  }

  private addShort(network: string, work: () => void): void {
    this.longTurns.accepted();
    this.turns.add(network, work);
  }

  private measure(guarded: GuardedConnection, work: () => void): void {
    const beginMs = this.cpuClock();
    this.completeMs = 0;
    this.current = guarded;
    try {
      work();
    } finally {
      this.current = undefined;
    }
    this.gate.charge(guarded.connection, (this.completeMs || this.cpuClock()) - beginMs);
  }
}
