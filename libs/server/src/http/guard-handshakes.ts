import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { clientNetwork } from '@orch/http';
import { type CpuClock, threadCpuClock } from '@orch/process';
import { awaitClientHello } from './await-client-hello.js';
import { mayHaveTakenLong } from './certificate-cost.js';
import { CHARGED_MS } from './handshake-debts.js';
import { HandshakeGate, type HandshakeLimits, ignoreBroken } from './handshake-gate.js';
import { HandshakeTurns } from './handshake-turns.js';
import { PollClock } from './poll-clock.js';
import { FLOOD_CHECK_MS, RecordFloods } from './record-floods.js';

/** Puts a gate in front of the handshakes of a TLS server. They begin when their first message is complete, and client networks take turns. */
export function guardHandshakes(
  server: Server,
  limits: HandshakeLimits,
  cpuClock: CpuClock = threadCpuClock(),
): HandshakeGate {
  const handlers = server.listeners('connection') as ((connection: Socket) => void)[];
  server.removeAllListeners('connection');
  const turns = new HandshakeTurns(() => clock.mark());
  const helloBytes = new WeakMap<Socket, number>();
  const begin = (connection: Socket): void => {
    connection.off('error', ignoreBroken);
    if (connection.destroyed) return;
    helloBytes.set(connection, connection.bytesRead);
    for (const handle of handlers) handle.call(server, connection);
  };
  const gate = new HandshakeGate(limits, (connection) => {
    const network = clientNetwork(connection.remoteAddress!);
    connection.on('error', ignoreBroken);
    awaitClientHello(connection, () => turns.add(network, () => begin(connection)));
  });
  const clock = new PollClock(() => gate.isBusy, cpuClock);
  server.prependListener('request', () => clock.mark());
  const ended = (connection: Socket, completed?: TLSSocket): void => {
    const costMs = clock.measure();
    if (costMs < CHARGED_MS) return;
    const raw = gate.connectionOf(connection);
    const bytes = raw ? raw.bytesRead - (helloBytes.get(raw) ?? 0) : Infinity;
    if (mayHaveTakenLong(completed, bytes)) gate.charge(connection, costMs);
  };
  server.on('connection', (connection: Socket) => {
    turns.accepted();
    gate.enter(connection);
    clock.start();
  });
  server.prependListener('tlsClientError', (_error, connection) => ended(connection as Socket));
  const floods = new RecordFloods((connection, costMs) => gate.charge(connection, costMs));
  const checking = setInterval(() => floods.check(), FLOOD_CHECK_MS).unref();
  server.once('close', () => clearInterval(checking));
  server.on('secureConnection', (connection: TLSSocket) => {
    ended(connection, connection);
    const raw = gate.connectionOf(connection);
    if (raw) floods.add(connection, raw);
    gate.finished(connection);
  });
  return gate;
}
