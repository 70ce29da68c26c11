/** A client configuration to write. Keys and certificates are PEM. */
export interface ClientConfiguration {
  /** Name of cluster and context. Empty in `cluster-info`, which has no context. */
  readonly cluster: string;
  readonly server: string;
  readonly certificateAuthorityPem: string;
  readonly user?: { readonly name: string; readonly certificatePem: string; readonly privateKeyPem: string };
}

/** Writes a client configuration file, kind `Config`, with everything inside it. YAML, always the same bytes for the same input. */
export function renderClientConfiguration(config: ClientConfiguration): string {
  const { cluster, user } = config;
  const context = user ? `${user.name}@${cluster}` : '';
  const lines = [
    'apiVersion: v1',
    'kind: Config',
    'preferences: {}',
    'clusters:',
    `- name: ${text(cluster)}`,
    '  cluster:',
    `    certificate-authority-data: ${base64(config.certificateAuthorityPem)}`,
    `    server: ${text(config.server)}`,
    ...(user
      ? [
          'contexts:',
          `- name: ${text(context)}`,
          '  context:',
          `    cluster: ${text(cluster)}`,
          `    user: ${text(user.name)}`,
          `current-context: ${text(context)}`,
          'users:',
          `- name: ${text(user.name)}`,
          '  user:',
          `    client-certificate-data: ${base64(user.certificatePem)}`,
          `    client-key-data: ${base64(user.privateKeyPem)}`,
        ]
      : ['contexts: []', 'current-context: ""', 'users: []']),
  ];
  return `${lines.join('\n')}\n`;
}

/** A JSON string is a YAML string. */
const text = (value: string): string => JSON.stringify(value);
const base64 = (pem: string): string => Buffer.from(pem).toString('base64');
