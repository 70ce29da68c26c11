import type { Dispatcher } from 'undici';
import type { ClientConfiguration } from '../configuration/client-configuration.js';
import type { ClientCertificate } from '../credential-plugin/plugin-credential.js';
import { TransportError } from '../errors/transport-error.js';
import type { CallScope } from './call-scope.js';
import { connectionsTo } from './connections.js';

/** Maximum number of concurrent calls; more are queued, within their deadline. */
const MAX_CALL_CONNECTIONS = 64;

/** The connections of a client, and the calls on them. Watches occupy a connection for minutes, so they have their own and do not block calls. */
export class ClientConnections {
  calls: Dispatcher;
  watches: Dispatcher;
  private readonly scopes = new Set<CallScope>();
  private closed = false;

  constructor(private readonly configuration: ClientConfiguration) {
    this.calls = connectionsTo(configuration, { connections: MAX_CALL_CONNECTIONS });
    this.watches = connectionsTo(configuration, { connections: null });
  }

  /** A call or watch begins; `close` aborts it. */
  enter(scope: CallScope): void {
    this.scopes.add(scope);
    if (this.closed) scope.abort(wasClosed());
  }

  leave(scope: CallScope): void {
    this.scopes.delete(scope);
  }

  /**
   * Requests from here on use connections with this client certificate. Older connections are closed: idle ones and watches at once, which
   * their reflectors resume, others with the end of their call (B-172).
   */
  use(certificate: ClientCertificate | undefined): void {
    const { calls, watches } = this;
    const configuration = { ...this.configuration, tls: { ...this.configuration.tls, ...certificate } };
    this.calls = connectionsTo(configuration, { connections: MAX_CALL_CONNECTIONS });
    this.watches = connectionsTo(configuration, { connections: null });
    void calls.close();
    void watches.destroy(new TransportError('Interrupted', 'the client certificate has changed'));
  }

  /** Aborts calls and watches, and closes all connections. */
  async close(): Promise<void> {
    this.closed = true;
    for (const scope of this.scopes) scope.abort(wasClosed());
    await Promise.all([this.calls.destroy(), this.watches.destroy()]);
  }
}

const wasClosed = (): TransportError => new TransportError('Interrupted', 'the client was closed');
