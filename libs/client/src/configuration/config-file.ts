/** The client configuration file as written (D-120). Every entry has the path of its file. */
export interface ConfigFile {
  readonly clusters: readonly Named<ClusterEntry>[];
  readonly users: readonly Named<UserEntry>[];
  readonly contexts: readonly Named<ContextEntry>[];
  readonly currentContext?: string;
}

export interface Named<E> {
  readonly name: string;
  /** The file of the entry: for messages, and the base of relative paths in it. */
  readonly file: string;
  readonly entry: E;
}

export interface ClusterEntry {
  readonly server?: string;
  readonly 'certificate-authority'?: string;
  readonly 'certificate-authority-data'?: string;
  readonly 'insecure-skip-tls-verify'?: boolean;
  readonly 'tls-server-name'?: string;
  readonly 'proxy-url'?: string;
  /** `[{name, extension}]`; that of credential plugins is `spec.cluster.config` of their input (B-173). */
  readonly extensions?: unknown;
}

export interface UserEntry {
  readonly 'client-certificate'?: string;
  readonly 'client-certificate-data'?: string;
  readonly 'client-key'?: string;
  readonly 'client-key-data'?: string;
  readonly token?: string;
  readonly tokenFile?: string;
  readonly username?: string;
  readonly password?: string;
  readonly exec?: unknown;
  readonly 'auth-provider'?: unknown;
  readonly as?: string;
  readonly 'as-uid'?: string;
  readonly 'as-groups'?: readonly string[];
  readonly 'as-user-extra'?: Readonly<Record<string, readonly string[]>>;
}

export interface ContextEntry {
  readonly cluster?: string;
  readonly user?: string;
  readonly namespace?: string;
}
