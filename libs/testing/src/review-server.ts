import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { type CertificateAndKey, createCertificateAuthority, issueCertificate } from '@orch/pki';

/** A received call. */
export interface ReviewCall {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
  readonly body: {
    readonly apiVersion: string;
    readonly kind: string;
    readonly spec: Readonly<Record<string, unknown>>;
    /** Of reviews of admission and conversion. */
    readonly request: Readonly<Record<string, unknown>>;
  };
  /** Common name of the client certificate; its authority is verified. */
  readonly caller: string | undefined;
  /** Server name of the TLS handshake; undefined: none was sent. */
  readonly serverName: string | undefined;
}

/** Sends a custom response. */
export type Answering = (response: ServerResponse, call: ReviewCall) => void;

/** How a test webhook is called. */
export interface ReviewServerOptions {
  /** Whether callers must have a client certificate. Default true. */
  readonly asksForCertificate?: boolean;
  /** Further names of its certificate. Default: none. */
  readonly dnsNames?: readonly string[];
}

/** A webhook server with its own authority, by default with mutual TLS; the test defines the responses. */
export class ReviewServer {
  readonly calls: ReviewCall[] = [];
  /** `status` of the response to each call, in the envelope of the call. */
  status: (call: ReviewCall) => unknown = () => ({});
  /** Custom responses of the next calls. */
  readonly instead: Answering[] = [];
  /** Responds to every call that `instead` has no response for. Default: `status` in an envelope. */
  always: Answering | undefined;
  /** Called after each call was recorded, before its response. */
  onCall: () => void = () => undefined;
  /** Delays the response to a call. */
  hold: (call: ReviewCall) => Promise<void> | undefined = () => undefined;
  private server!: Server;
  private port = 0;

  private constructor(
    readonly directory: string,
    private readonly ca: CertificateAndKey,
    private readonly serving: CertificateAndKey,
    private readonly asksForCertificate: boolean,
  ) {}

  static async start({ asksForCertificate = true, dnsNames = [] }: ReviewServerOptions = {}): Promise<ReviewServer> {
    const directory = await mkdtemp(join(tmpdir(), 'orch-webhook-'));
    const validity = { notBeforeMs: Date.now() - 60_000, validityDays: 1 };
    const ca = await createCertificateAuthority({ commonName: 'webhook-ca', ...validity });
    const names = { ipAddresses: ['127.0.0.1'], dnsNames: ['webhook.test', ...dnsNames] };
    const serving = await issueCertificate({
      ca,
      commonName: 'webhook',
      ...names,
      usages: ['server auth'],
      ...validity,
    });
    const caller = await issueCertificate({ ca, commonName: 'the-api-server', usages: ['client auth'], ...validity });
    const other = await createCertificateAuthority({ commonName: 'other-ca', ...validity });
    const made = new ReviewServer(directory, ca, serving, asksForCertificate);
    await Promise.all([
      writeFile(join(directory, 'ca.crt'), ca.certificatePem),
      writeFile(join(directory, 'other-ca.crt'), other.certificatePem),
      writeFile(join(directory, 'caller.crt'), caller.certificatePem),
      writeFile(join(directory, 'caller.key'), caller.privateKeyPem),
    ]);
    await made.listen();
    return made;
  }

  /** Certificate of the authority, as base64 of PEM: `caBundle` of a client configuration. */
  get caBundle(): string {
    return Buffer.from(this.ca.certificatePem).toString('base64');
  }

  get url(): string {
    return `https://127.0.0.1:${this.port}`;
  }

  /**
   * Writes a kubeconfig file with relative paths.
   * @param cluster overrides of the cluster entry of this server.
   * @param user instead of the expected client certificate.
   * @returns its path.
   */
  async configFile(cluster: object = {}, user: object = CALLER, more: object = {}): Promise<string> {
    const file = join(this.directory, `config-${ReviewServer.files++}`);
    const entries = {
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [
        { name: 'here', cluster: { server: `${this.url}/judge`, 'certificate-authority': 'ca.crt', ...cluster } },
        { name: 'nowhere', cluster: { server: 'https://127.0.0.1:1/', 'certificate-authority': 'ca.crt' } },
      ],
      users: [
        { name: 'me', user },
        { name: 'anonymous', user: {} },
      ],
      contexts: [
        { name: 'wrong', context: { cluster: 'nowhere', user: 'anonymous' } },
        { name: 'right', context: { cluster: 'here', user: 'me' } },
      ],
      'current-context': 'right',
      ...more,
    };
    await writeFile(file, JSON.stringify(entries));
    return file;
  }
  private static files = 0;

  /** Clears calls and responses. */
  reset(): void {
    this.calls.length = 0;
    this.instead.length = 0;
    this.status = () => ({});
    this.always = undefined;
    this.onCall = () => undefined;
    this.hold = () => undefined;
  }

  /** On the same port as before. */
  async listen(): Promise<void> {
    const { certificatePem: cert, privateKeyPem: key } = this.serving;
    // Without a valid certificate, Node refuses the connection.
    const tls = {
      cert,
      key,
      ca: this.ca.certificatePem,
      rejectUnauthorized: this.asksForCertificate,
      requestCert: this.asksForCertificate,
    };
    this.server = createServer(tls, (request, response) => void this.take(request, response));
    await new Promise<void>((resolve) => this.server.listen(this.port, '127.0.0.1', resolve));
    this.port = (this.server.address() as AddressInfo).port;
  }

  async stopListening(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    await closed;
  }

  async close(): Promise<void> {
    await this.stopListening();
    await rm(this.directory, { recursive: true });
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    const call: ReviewCall = {
      method: request.method!,
      path: request.url!,
      headers: request.headers,
      text,
      body: JSON.parse(text) as ReviewCall['body'],
      caller: (request.socket as TLSSocket).getPeerCertificate().subject?.CN as string | undefined,
      serverName: serverNameOf(request.socket as TLSSocket),
    };
    this.calls.push(call);
    this.onCall();
    const held = this.hold(call);
    if (held) await held;
    const { apiVersion, kind, spec } = call.body;
    const answer =
      this.instead.shift() ?? this.always ?? sendJson({ apiVersion, kind, spec, status: this.status(call) });
    answer(response, call);
  }
}

/** Node has `false` or null for a handshake without a name. */
const serverNameOf = ({ servername }: TLSSocket): string | undefined =>
  typeof servername === 'string' ? servername : undefined;

const CALLER = { 'client-certificate': 'caller.crt', 'client-key': 'caller.key' };

export const sendJson =
  (body: unknown): Answering =>
  (response) =>
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));

export const sendCode =
  (code: number, headers: Readonly<Record<string, string>> = {}): Answering =>
  (response, { text }) =>
    response.writeHead(code, headers).end(`no: ${text}`);

/** Destroys the connection instead of a response. */
export const abortResponse: Answering = (response) => void response.destroy();

/** Never responds. */
export const silence: Answering = () => undefined;
