import { untilAborted, type Clock } from '@orch/apimachinery';
import type { PluginCredential } from './plugin-credential.js';

/** A plugin that several clients use. See `CredentialPlugin`. */
interface SharedPlugin {
  last(nowMs: number): PluginCredential | undefined;
  next(clock: Clock): Promise<PluginCredential>;
  refused(credential: PluginCredential): void;
  release(session: PluginSession): Promise<void>;
}

/** The use of a plugin by one client. */
export class PluginSession {
  constructor(
    private readonly plugin: SharedPlugin,
    private readonly clock: Clock,
  ) {}

  /**
   * A credential that has not ended. When the signal is aborted only this wait ends: a slow plugin goes on for the next request.
   * @throws ConfigurationError PluginFailed; the reason of the signal.
   */
  async current(signal: AbortSignal): Promise<PluginCredential> {
    const { plugin, clock } = this;
    return plugin.last(clock.now()) ?? (await untilAborted(() => plugin.next(clock), signal));
  }

  refused(credential: PluginCredential): void {
    this.plugin.refused(credential);
  }

  /** Ends the plugin when no other client may wait for it. Resolves with its end. */
  close(): Promise<void> {
    return this.plugin.release(this);
  }
}
