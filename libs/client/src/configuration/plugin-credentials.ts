/** Credentials that a program prints: a checked entry `exec` of a user (B-147). */
export interface PluginCredentials {
  /** `<group>/v1` or `<group>/v1beta1`: version of the ExecCredential that the plugin gets and prints (B-150, B-151). */
  readonly apiVersion: string;
  /** A path, absolute when it has a slash, or a name that is looked up in `PATH`. */
  readonly command: string;
  readonly args: readonly string[];
  /** Added to the environment of this process, whose values they override. */
  readonly env: Readonly<Record<string, string>>;
  readonly interactiveMode: InteractiveMode;
  /** How to install the command, for people. */
  readonly installHint?: string;
  /** Whether the plugin gets the cluster of the client (B-155, B-156). */
  readonly provideClusterInfo: boolean;
  /** `spec.cluster.config` of its input: the extension of the cluster (B-173). Any JSON. */
  readonly clusterConfig?: unknown;
  /** Name of the environment variable with its input (B-161). */
  readonly infoEnvironment: string;
  /** What reads the standard input of this process, such as `-f -`; then a plugin cannot (B-160, D-114). Default: nothing. */
  readonly stdinUsedBy?: string;
}

/** Whether a plugin reads the standard input: never, if it is a terminal that nothing else reads, or else it is not run (B-157). */
export type InteractiveMode = 'Never' | 'IfAvailable' | 'Always';

export const INTERACTIVE_MODES: readonly string[] = ['Never', 'IfAvailable', 'Always'] satisfies InteractiveMode[];
