import { type Dispatcher, Pool } from 'undici';
import { TransportError } from '../errors/transport-error.js';

type Options = Parameters<Pool['connect']>[0];
type Tunnel = Dispatcher.ConnectData;
type OnTunnel = (error: Error | null, tunnel: Tunnel) => void;

/**
 * Connections to a proxy for CONNECT. A proxy that closes one without an answer fails the requests that wait for the tunnel: undici takes that error
 * for one of a kept-alive connection, and would connect again at once, for ever.
 */
export class ProxyConnections extends Pool {
  constructor(
    private readonly uri: URL,
    options: Pool.Options,
  ) {
    super(uri, options);
  }

  override connect(options: Options): Promise<Tunnel>;
  override connect(options: Options, onTunnel: OnTunnel): void;
  override connect(options: Options, onTunnel?: OnTunnel): Promise<Tunnel> | void {
    if (onTunnel) return super.connect(options, onTunnel);
    return super.connect(options).catch((cause: unknown) => {
      throw this.failure(cause);
    });
  }

  /** Only this kind of error is tried again. */
  private failure(cause: unknown): unknown {
    if ((cause as { code?: unknown } | null)?.code !== 'UND_ERR_SOCKET') return cause;
    // Without user and password of the URL.
    const proxy = `${this.uri.protocol}//${this.uri.host}`;
    return new TransportError('Unreachable', `the proxy ${proxy} closed the connection without an answer`, { cause });
  }
}
