import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from './free-port.js';
import { resetSocket } from './reset-socket.js';
import { Lane, type LaneRules } from './lane.js';

export type Direction = 'toTarget' | 'toClient';

/** A TCP proxy on 127.0.0.1 with fault injection. Without a direction a fault applies to both. */
export interface TcpProxy {
  readonly port: number;
  /** Number of open connections. */
  readonly connections: number;
  /** Bytes forwarded since the start. */
  forwarded(direction: Direction): number;
  /** Resets all connections and refuses new ones. */
  cut(): Promise<void>;
  /** Resets all connections, accepts new ones. */
  reset(): void;
  /** Forwards new connections to another port; open ones stay. */
  redirect(port: number): void;
  /** Delays all data, in order. Unit: milliseconds. */
  delay(ms: number, direction?: Direction): void;
  /** Accepts connections and data and forwards nothing: neither side notices that the other is unreachable. */
  blackhole(direction?: Direction): void;
  /**
   * Forwards this many more bytes in total, then resets the connection with the next byte: a request may take
   * effect while its response is lost. Happens once.
   */
  dropAfter(bytes: number, direction: Direction): void;
  /** Removes all faults. Forwards held data, in order. */
  heal(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a proxy for a port of 127.0.0.1. Resets a connection that the target refuses. */
export async function startTcpProxy(targetPort: number): Promise<TcpProxy> {
  const port = await freePort();
  let target = targetPort;
  const rules: Record<Direction, LaneRules> = { toTarget: new FaultFree(), toClient: new FaultFree() };
  const open = new Set<Connection>();
  let server: Server | undefined;

  const listen = async (): Promise<void> => {
    if (server) return;
    server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
      const connection = new Connection(client, target, rules, () => open.delete(connection));
      open.add(connection);
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  const reset = (): void => {
    for (const connection of open) connection.reset();
  };
  const cut = async (): Promise<void> => {
    const closing = server;
    server = undefined;
    closing?.close();
    reset();
    if (closing) await once(closing, 'close');
  };
  const set = (direction: Direction | undefined, change: Partial<LaneRules>): void => {
    for (const one of direction ? [direction] : (['toTarget', 'toClient'] as const)) Object.assign(rules[one], change);
    for (const connection of open) connection.rulesChanged();
  };
  await listen();
  return {
    port,
    get connections() {
      return open.size;
    },
    forwarded: (direction) => rules[direction].forwarded,
    cut,
    reset,
    redirect: (other) => {
      target = other;
    },
    delay: (delayMs, direction) => set(direction, { delayMs }),
    blackhole: (direction) => set(direction, { isHeld: true }),
    dropAfter: (bytes, direction) => set(direction, { bytesLeft: bytes }),
    heal: async () => {
      set(undefined, { delayMs: 0, isHeld: false, bytesLeft: Infinity });
      await listen();
    },
    stop: cut,
  };
}

class FaultFree implements LaneRules {
  delayMs = 0;
  isHeld = false;
  bytesLeft = Infinity;
  forwarded = 0;
}

/** Two sockets with a lane in each direction. */
class Connection {
  private readonly target: Socket;
  private readonly lanes: readonly Lane[];

  constructor(
    private readonly client: Socket,
    targetPort: number,
    rules: Record<Direction, LaneRules>,
    onClose: () => void,
  ) {
    this.target = connect({ port: targetPort, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
    const reset = (): void => this.reset();
    this.lanes = [
      new Lane(client, this.target, rules.toTarget, reset),
      new Lane(this.target, client, rules.toClient, reset),
    ];
    let closed = 0;
    for (const socket of [client, this.target]) socket.once('close', () => ++closed === 2 && onClose());
  }

  reset(): void {
    for (const lane of this.lanes) lane.end();
    for (const socket of [this.client, this.target]) resetSocket(socket);
  }

  rulesChanged(): void {
    for (const lane of this.lanes) lane.advance();
  }
}
