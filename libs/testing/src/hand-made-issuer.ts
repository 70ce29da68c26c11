import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer, type Server, type ServerOptions } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '@orch/apimachinery';
import { createCertificateAuthority, issueCertificate, type CertificateAndKey } from '@orch/pki';
import type { LogFields, Logger } from '@orch/process';
import { CompactSign, exportJWK, type JWK } from 'jose';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** Options of one token. Defaults are those of a correct issuer. */
export interface TokenRecipe {
  /** Overrides of the default claims; undefined removes one. */
  readonly claims?: Readonly<Record<string, unknown>>;
  /** Instead of all claims: the text of the payload. */
  readonly payload?: string;
  /** Overrides of `alg` and `kid`; undefined removes one. */
  readonly header?: Readonly<Record<string, unknown>>;
  /** Signs with the published key of this id. Default: the first. */
  readonly kid?: string;
  /** Signs with this key instead. */
  readonly key?: KeyObject | Uint8Array;
}

export interface SigningKey {
  readonly kid: string;
  readonly alg: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

/** A key pair for a token signing algorithm. */
export function signingKey(kid: string, alg = 'RS256'): SigningKey {
  const curves: Readonly<Record<string, string>> = { ES256: 'P-256', ES384: 'P-384', ES512: 'P-521' };
  const curve = curves[alg];
  const pair = curve
    ? generateKeyPairSync('ec', { namedCurve: curve })
    : generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { kid, alg, ...pair };
}

const authority = createCertificateAuthority({
  commonName: 'issuers',
  notBeforeMs: Date.now() - 60_000,
  validityDays: 2,
});
let sharedPair: Promise<CertificateAndKey> | undefined;
/** Shared, because generating a key is slow. */
let sharedKey: SigningKey | undefined;

/** The authority of the certificates of all test issuers. */
export const issuersCaPem = async (): Promise<string> => (await authority).certificatePem;

/** A certificate for 127.0.0.1 with its key. */
export const servingPair = async (): Promise<CertificateAndKey> =>
  (sharedPair ??= issueCertificate({
    ca: await authority,
    commonName: 'issuer',
    ipAddresses: ['127.0.0.1'],
    usages: ['digital signature', 'server auth'],
    notBeforeMs: Date.now() - 60_000,
    validityDays: 1,
  }));

/**
 * A token issuer over TLS with any token, document or response, also invalid ones. Records
 * its requests.
 */
export class HandMadeIssuer {
  private static readonly running = new Set<HandMadeIssuer>();
  readonly keys: SigningKey[];
  /** Requested paths, in order. */
  readonly asked: string[] = [];
  /** Handlers by path, before the default ones. */
  readonly answers = new Map<string, Handler>();
  readonly url: string;

  private constructor(
    private readonly server: Server,
    path: string,
    private readonly clock: Pick<Clock, 'now'>,
    keys: readonly SigningKey[],
  ) {
    this.url = `https://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
    this.keys = [...keys];
    server.on('request', (request: IncomingMessage, response: ServerResponse) => this.answer(request, response));
  }

  static async start(
    options: {
      readonly path?: string;
      readonly port?: number;
      readonly tls?: ServerOptions;
      readonly clock?: Pick<Clock, 'now'>;
      readonly keys?: readonly SigningKey[];
    } = {},
  ): Promise<HandMadeIssuer> {
    const pair = await servingPair();
    const server = createServer({ cert: pair.certificatePem, key: pair.privateKeyPem, ...options.tls });
    await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
    const keys = options.keys ?? [(sharedKey ??= signingKey('first'))];
    const issuer = new HandMadeIssuer(server, options.path ?? '', options.clock ?? Date, keys);
    HandMadeIssuer.running.add(issuer);
    return issuer;
  }

  static async stopAll(): Promise<void> {
    await Promise.all([...HandMadeIssuer.running].map((issuer) => issuer.stop()));
  }

  get port(): number {
    return Number(new URL(this.url).port);
  }

  async stop(): Promise<void> {
    HandMadeIssuer.running.delete(this);
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** Claims of a valid token for the client `orch-cli`. */
  claims(): Record<string, unknown> {
    const now = Math.floor(this.clock.now() / 1000);
    return { iss: this.url, aud: 'orch-cli', sub: 'jane', iat: now, exp: now + 600 };
  }

  async token(recipe: TokenRecipe = {}): Promise<string> {
    const signer = this.keys.find(({ kid }) => kid === recipe.kid) ?? this.keys[0]!;
    const claims = defined({ ...this.claims(), ...recipe.claims });
    const payload = recipe.payload ?? JSON.stringify(claims);
    const header = defined({ alg: signer.alg, kid: signer.kid, ...recipe.header });
    return new CompactSign(Buffer.from(payload))
      .setProtectedHeader(header as { alg: string })
      .sign(recipe.key ?? signer.privateKey);
  }

  /** Document at `jwks_uri`. */
  async published(): Promise<{ keys: JWK[] }> {
    const keys = this.keys.map(async ({ kid, alg, publicKey }) => ({
      ...(await exportJWK(publicKey)),
      kid,
      alg,
      use: 'sig',
    }));
    return { keys: await Promise.all(keys) };
  }

  /** Serves a JSON document at a path. */
  serve(path: string, document: unknown): void {
    this.answers.set(path, (_request, response) => answerJson(response, document));
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url ?? '';
    this.asked.push(path);
    const base = new URL(this.url).pathname.replace(/\/$/, '');
    const special = this.answers.get(path);
    if (special) special(request, response);
    else if (path === `${base}/.well-known/openid-configuration`)
      answerJson(response, { issuer: this.url, jwks_uri: new URL(`${base}/keys`, this.url).href });
    else if (path === `${base}/keys`) void this.published().then((document) => answerJson(response, document));
    else response.writeHead(404).end();
  }
}

export function answerJson(response: ServerResponse, document: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document));
}

/** Without the fields that are undefined. */
const defined = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

interface LogLine {
  readonly level: string;
  readonly message: string;
  readonly fields: LogFields;
}

/** A log for tests, which can wait for its lines. */
export class RecordedLog implements Logger {
  readonly lines: LogLine[] = [];
  private readonly waiting = new Set<(line: LogLine) => void>();

  readonly debug = (message: string, fields?: LogFields): void => this.add('debug', message, fields);
  readonly info = (message: string, fields?: LogFields): void => this.add('info', message, fields);
  readonly warn = (message: string, fields?: LogFields): void => this.add('warn', message, fields);
  readonly error = (message: string, fields?: LogFields): void => this.add('error', message, fields);
  child(): Logger {
    return this;
  }

  /** Resolves with the first past or future line whose message contains this text. */
  async until(text: string, from = 0): Promise<LogLine> {
    const known = this.lines.slice(from).find(({ message }) => message.includes(text));
    if (known) return known;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`timed out waiting for a log line with "${text}"`)), 20_000);
      const look = (line: LogLine): void => {
        if (!line.message.includes(text)) return;
        clearTimeout(timer);
        this.waiting.delete(look);
        resolve(line);
      };
      this.waiting.add(look);
    });
  }

  private add(level: string, message: string, fields: LogFields = {}): void {
    const line = { level, message, fields };
    this.lines.push(line);
    for (const look of this.waiting) look(line);
  }
}

/** Log message after fetching the keys of an issuer. */
export const KEYS_CAME = 'fetched the keys of a token issuer';
/** Log message when the fetch failed. */
export const NO_KEYS = 'could not fetch the keys of a token issuer';
