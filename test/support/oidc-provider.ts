import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Agent, request, type Dispatcher } from 'undici';

/** A client of the provider; public when it has no secret. */
interface ProviderClient {
  readonly client_id: string;
  readonly client_secret: string;
  readonly token_endpoint_auth_method?: string;
  /** Default: an address that nothing answers. */
  readonly redirect_uris?: readonly string[];
}

export interface ProviderSetup {
  /** PEM of the serving certificate and its key, good for 127.0.0.1. */
  readonly cert: string;
  readonly key: string;
  /** PEM of the authority of that certificate, for those who sign in. */
  readonly ca: string;
  /** Claims of all accounts, by subject. */
  readonly accounts: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly clients?: readonly ProviderClient[];
  /** Of ID tokens. Default: RS256. */
  readonly alg?: 'RS256' | 'ES256';
  /** Default: 600. */
  readonly idTokenSeconds?: number;
  /** Whether a refresh gives a new refresh token too. Default: false. */
  readonly rotateRefreshTokens?: boolean;
  /** Ways in which clients may show their secret. Default: all. */
  readonly authMethods?: readonly string[];
  /** Whether a refresh gives an ID token. Default: true. */
  readonly idTokenOnRefresh?: boolean;
  /** Default: a free one. */
  readonly port?: number;
}

/** What a provider gives who signs in. */
export interface Tokens {
  readonly id_token: string;
  readonly access_token: string;
  readonly refresh_token: string;
}

/** Event of a provider: a requested path, a grant it gave or refused. */
export interface ProviderEvent {
  readonly asked?: string;
  readonly grant?: string;
  readonly refused?: string;
  readonly client?: string;
}

const CLIENTS: readonly ProviderClient[] = [
  { client_id: 'orch-cli', client_secret: 'secret of orch-cli' },
  { client_id: 'other', client_secret: 'secret of other' },
];
const CALLBACK = 'https://127.0.0.1/callback';

/** A real OpenID Connect provider in a process of its own; see `oidc-provider-process.cjs`. */
export class OidcProvider {
  /** Everything it was asked and did, in order. */
  readonly events: ProviderEvent[] = [];
  private readonly agent: Agent;
  private readonly waiting: ((line: Record<string, unknown>) => void)[] = [];

  private constructor(
    private readonly child: ChildProcessWithoutNullStreams,
    private readonly setup: ProviderSetup,
  ) {
    this.agent = new Agent({ connect: { ca: setup.ca } });
    createInterface({ input: child.stdout }).on('line', (line) => {
      const report = JSON.parse(line) as Record<string, unknown>;
      if ('issuer' in report || 'rotated' in report) this.waiting.shift()?.(report);
      else this.events.push(report);
    });
  }

  /** `https://127.0.0.1:PORT`. */
  issuer = '';

  static async start(setup: ProviderSetup): Promise<OidcProvider> {
    const child = spawn(process.execPath, [join(__dirname, 'oidc-provider-process.cjs')], { stdio: 'pipe' });
    const provider = new OidcProvider(child, setup);
    const report = await provider.command({
      setup: { clients: CLIENTS, alg: 'RS256', idTokenSeconds: 600, rotateRefreshTokens: false, port: 0, ...setup },
    });
    provider.issuer = report['issuer'] as string;
    return provider;
  }

  /** New keys; what was signed with the old ones cannot be verified with what is published from now on. */
  async rotateKeys(): Promise<void> {
    await this.command({ rotate: true });
  }

  async stop(): Promise<void> {
    await this.agent.destroy();
    const ended = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill();
    await ended;
  }

  /** Signs in as a browser does: authorization code flow, with cookies and redirects. */
  async signIn(account: string, client = 'orch-cli'): Promise<Tokens> {
    const form = { redirect_uri: CALLBACK, scope: 'openid offline_access' };
    const code = await this.authorize(account, { client_id: client, ...form });
    return this.token(client, { grant_type: 'authorization_code', code, redirect_uri: CALLBACK });
  }

  /** The code with which the provider sends a browser back. @param parameters of the request for it. */
  async authorize(
    account: string,
    parameters: Readonly<Record<string, string>> & { readonly redirect_uri: string },
  ): Promise<string> {
    const cookies = new Map<string, string>();
    let url: string = `${this.issuer}/auth?${new URLSearchParams({
      response_type: 'code',
      prompt: 'consent',
      login_hint: account,
      ...parameters,
    }).toString()}`;
    while (!url.startsWith(parameters.redirect_uri)) {
      const answer = await request(url, {
        dispatcher: this.agent,
        headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
      });
      const text = await answer.body.text();
      for (const cookie of [answer.headers['set-cookie'] ?? []].flat()) {
        const [name = '', value = ''] = cookie.split(';')[0]!.split(/=(.*)/s);
        cookies.set(name, value);
      }
      const { location } = answer.headers;
      if (typeof location !== 'string') throw new Error(`${url}: ${answer.statusCode} ${text}`);
      url = new URL(location, url).href;
    }
    const code = new URL(url).searchParams.get('code');
    if (code === null) throw new Error(`no code in ${url}`);
    return code;
  }

  /** What the token endpoint gives a client. */
  async token(client: string, form: Readonly<Record<string, string>>): Promise<Tokens> {
    const { client_secret: secret } = (this.setup.clients ?? CLIENTS).find(({ client_id: id }) => id === client)!;
    const credentials = [client, secret].map(encodeURIComponent).join(':');
    const answer: Dispatcher.ResponseData = await request(`${this.issuer}/token`, {
      method: 'POST',
      dispatcher: this.agent,
      headers: {
        authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams(form).toString(),
    });
    const text = await answer.body.text();
    if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${text}`);
    return JSON.parse(text) as Tokens;
  }

  private command(command: object): Promise<Record<string, unknown>> {
    const answered = new Promise<Record<string, unknown>>((resolve, reject) => {
      this.waiting.push(resolve);
      this.child.once('exit', (code) => reject(new Error(`the provider ended with status ${code}`)));
    });
    this.child.stdin.write(`${JSON.stringify(command)}\n`);
    return answered;
  }
}
