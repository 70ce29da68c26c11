import { flagGroup, processFlags, readText, UsageError, type FlagValues } from '@orch/process';
import { isLoopback, type FrontOptions } from '@orch/dashboard';

const PROCESS: ReadonlySet<string> = new Set(['config', 'vocabulary', 'log-format', 'log-level']);
type ProcessFlag = Extract<
  (typeof processFlags)['flags'][number],
  { readonly name: 'config' | 'vocabulary' | 'log-format' | 'log-level' }
>;

/** Flags of `orch dashboard`. */
export const dashboardProcessFlags = [
  flagGroup(
    'Process',
    processFlags.flags.filter((flag): flag is ProcessFlag => PROCESS.has(flag.name)),
  ),
  flagGroup('API server', [
    {
      name: 'server',
      type: 'string',
      default: undefined,
      help: 'Address of the API server, such as https://127.0.0.1:6443.',
    },
    {
      name: 'certificate-authority',
      type: 'string',
      default: undefined,
      help: 'PEM file of the CA of its certificate. Default: the trusted CAs of this host.',
    },
  ]),
  flagGroup('Serving', [
    { name: 'bind-address', type: 'string', default: '127.0.0.1', help: 'Address to listen on.' },
    { name: 'port', type: 'int', default: 8443, min: 0, max: 65_535, help: 'Port to listen on; 0 selects a free one.' },
    {
      name: 'tls-cert-file',
      type: 'string',
      default: undefined,
      help: 'PEM file of the serving certificate and its chain. Default: plain HTTP, on a loopback address only.',
    },
    { name: 'tls-private-key-file', type: 'string', default: undefined, help: 'PEM file of the serving key.' },
  ]),
  flagGroup('OpenID Connect', [
    {
      name: 'oidc-issuer-url',
      type: 'string',
      default: undefined,
      help: 'https URL of the issuer at which users log in. Default: none.',
    },
    { name: 'oidc-client-id', type: 'string', default: undefined, help: 'Client ID with which they log in.' },
    {
      name: 'oidc-client-secret-file',
      type: 'string',
      default: undefined,
      help: 'File with the secret of that client. Default: a public client.',
    },
    {
      name: 'oidc-ca-file',
      type: 'string',
      default: undefined,
      help: "PEM file of the CA of the issuer's certificate.",
    },
    { name: 'oidc-scopes', type: 'string[]', default: ['openid', 'profile', 'email'], help: 'Scopes of the login.' },
  ]),
] as const;

type Values = FlagValues<typeof dashboardProcessFlags>;

/** What `orch dashboard` serves. */
export interface DashboardProcess {
  readonly front: Omit<FrontOptions, 'clock' | 'log'>;
  readonly bindAddress: string;
  readonly port: number;
  /** PEM. Undefined: plain HTTP. */
  readonly tls: { readonly cert: string; readonly key: string } | undefined;
}

/** @throws UsageError for an invalid or incomplete combination; errors of files that cannot be read. */
export async function dashboardProcess(values: Values): Promise<DashboardProcess> {
  const { server, vocabulary, port } = values;
  if (server === undefined) throw new UsageError('flag --server: is needed, the address of the API server');
  if (!URL.canParse(server) || new URL(server).protocol !== 'https:')
    throw new UsageError(`flag --server=${server}: must be an https URL`);
  const { pathname, search, hash, origin } = new URL(server);
  if (pathname + search + hash !== '/')
    throw new UsageError(`flag --server=${server}: must be HOST:PORT without a path`);
  const bindAddress = values['bind-address'];
  const tls = await servingPair(values);
  if (!tls && !isLoopback(bindAddress)) {
    throw new UsageError(
      'flag --bind-address: tokens would be sent without encryption: add --tls-cert-file and --tls-private-key-file',
    );
  }
  const ca = await textOf(values['certificate-authority']);
  const front = { server: origin, ca, vocabulary, oidc: await oidcOf(values), loopbackOnly: isLoopback(bindAddress) };
  return { front, bindAddress, port, tls };
}

async function servingPair(values: Values): Promise<DashboardProcess['tls']> {
  const [cert, key] = [await textOf(values['tls-cert-file']), await textOf(values['tls-private-key-file'])];
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined || key === undefined)
    throw new UsageError('flag --tls-cert-file: goes with --tls-private-key-file');
  return { cert, key };
}

async function oidcOf(values: Values): Promise<FrontOptions['oidc']> {
  const [issuer, clientId] = [values['oidc-issuer-url'], values['oidc-client-id']];
  if (issuer === undefined && clientId === undefined) return undefined;
  if (issuer === undefined || clientId === undefined)
    throw new UsageError('flag --oidc-issuer-url: goes with --oidc-client-id');
  if (!URL.canParse(issuer) || new URL(issuer).protocol !== 'https:')
    throw new UsageError(`flag --oidc-issuer-url=${issuer}: must be an https URL`);
  const clientSecret = (await textOf(values['oidc-client-secret-file']))?.trim();
  return { issuer, clientId, clientSecret, scopes: values['oidc-scopes'], ca: await textOf(values['oidc-ca-file']) };
}

const textOf = async (file: string | undefined): Promise<string | undefined> =>
  file === undefined ? undefined : readText(file);
