import type { Clock } from '@orch/apimachinery';
import type { PluginCredentials } from '../configuration/plugin-credentials.js';
import { TransportError } from '../errors/transport-error.js';
import type { ClusterInfo } from './cluster-info.js';
import { isSameCertificate, type ClientCertificate, type PluginCredential } from './plugin-credential.js';
import { readPluginOutput } from './plugin-output.js';
import { runPlugin } from './plugin-process.js';
import { PluginSession } from './plugin-session.js';
import { isInteractive } from './standard-input.js';

/** Called with each new client certificate, before a request uses it; undefined: there is none any more. */
export type OnCertificate = (certificate: ClientCertificate | undefined) => void;

interface Running {
  readonly result: Promise<PluginCredential>;
  readonly abort: AbortController;
}

/**
 * A plugin and its last credential, which is used until it expires or a server answers 401 (B-168, B-169, B-171). Clients use it
 * through sessions. It does not run ahead of need, since it may ask a person.
 */
export class CredentialPlugin {
  private credential: PluginCredential | undefined;
  /** Of the last credential, also after its end: connections still have it. */
  private certificate: ClientCertificate | undefined;
  private running: Running | undefined;
  private readonly sessions = new Map<PluginSession, OnCertificate>();

  constructor(
    private readonly plugin: PluginCredentials,
    private readonly cluster: ClusterInfo,
  ) {}

  /** @param onCertificate called at once where a certificate is known. */
  open(clock: Clock, onCertificate: OnCertificate): PluginSession {
    const session = new PluginSession(this, clock);
    this.sessions.set(session, onCertificate);
    if (this.certificate) onCertificate(this.certificate);
    return session;
  }

  /** The session gets no more certificates. A plugin that runs for no other client is ended; resolves with its end. */
  async release(session: PluginSession): Promise<void> {
    this.sessions.delete(session);
    const { running } = this;
    if (this.sessions.size > 0 || !running) return;
    this.running = undefined;
    running.abort.abort(new TransportError('Interrupted', 'the client was closed'));
    await Promise.allSettled([running.result]);
  }

  /** The last credential, unless it has ended. */
  last(nowMs: number): PluginCredential | undefined {
    const { credential } = this;
    return credential && nowMs < (credential.expiresAtMs ?? Infinity) ? credential : undefined;
  }

  /**
   * The credential of a run of the plugin. Concurrent calls share one run (D-118).
   * @throws ConfigurationError PluginFailed; the next call runs the plugin again.
   */
  next(clock: Clock): Promise<PluginCredential> {
    return (this.running ??= this.start(clock)).result;
  }

  /** A server answered 401: no further request uses this credential. */
  refused(credential: PluginCredential): void {
    if (this.credential === credential) this.credential = undefined;
  }

  private start(clock: Clock): Running {
    const abort = new AbortController();
    const result = this.run(clock, abort.signal).finally(() => {
      if (this.running === running) this.running = undefined;
    });
    const running = { result, abort };
    return running;
  }

  private async run(clock: Clock, signal: AbortSignal): Promise<PluginCredential> {
    const { plugin, cluster } = this;
    const interactive = isInteractive(plugin);
    const spec = { interactive, ...(plugin.provideClusterInfo ? { cluster } : {}) };
    const info = JSON.stringify({ kind: 'ExecCredential', apiVersion: plugin.apiVersion, spec });
    const credential = readPluginOutput(await runPlugin(plugin, { info, interactive, clock, signal }), plugin);
    this.credential = credential;
    this.changeCertificate(credential.certificate);
    return credential;
  }

  private changeCertificate(certificate: ClientCertificate | undefined): void {
    if (isSameCertificate(this.certificate, certificate)) return;
    this.certificate = certificate;
    for (const onCertificate of this.sessions.values()) onCertificate(certificate);
  }
}
