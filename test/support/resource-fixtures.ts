import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadClientConfiguration } from '@orch/client';
import { startControlPlane, type ControlPlaneOptions, type TestControlPlane } from '@orch/testing';
import type { Vocabulary, VocabularyName } from '@orch/vocabulary';
import { Agent, request } from 'undici';
import type { Body } from './answer-body.js';
import { sharedControlPlane } from './shared-control-plane.js';
import { WatchStream } from './watch-stream.js';

export type { Body, Fields, Metadata } from './answer-body.js';

/** What a server answered. `body` is the parsed JSON, `undefined` where the text is none. */
export interface Answer {
  readonly code: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  readonly body: Body;
}

export interface Send {
  /** `undefined` leaves out a header that would be sent. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** Who asks: the bearer of a token, or `anonymous`, who brings no credential at all. Default: the administrator. */
  readonly as?: { readonly token: string } | 'anonymous';
  /** The address of the server that is asked. Default: that of the control plane, where of several any may answer. */
  readonly at?: string;
}

export const PATCH_TYPES = {
  merge: 'application/merge-patch+json',
  json: 'application/json-patch+json',
  strategic: 'application/strategic-merge-patch+json',
} as const;

/** Collections of one server, with the group names of its vocabulary. */
export type Paths = ReturnType<typeof pathsOf>;

/** @param namespace where the namespaced collections are. */
export const pathsOf = ({ groups }: Vocabulary, namespace: string) => ({
  namespaces: '/api/v1/namespaces',
  configMaps: `/api/v1/namespaces/${namespace}/configmaps`,
  secrets: `/api/v1/namespaces/${namespace}/secrets`,
  claims: `/api/v1/namespaces/${namespace}/persistentvolumeclaims`,
  pods: `/api/v1/namespaces/${namespace}/pods`,
  bindings: `/api/v1/namespaces/${namespace}/bindings`,
  serviceAccounts: `/api/v1/namespaces/${namespace}/serviceaccounts`,
  events: `/api/v1/namespaces/${namespace}/events`,
  volumes: '/api/v1/persistentvolumes',
  nodes: '/api/v1/nodes',
  leases: `/apis/${groups.coordination}/v1/namespaces/${namespace}/leases`,
  drivers: `/apis/${groups.storage}/v1/csidrivers`,
  csiNodes: `/apis/${groups.storage}/v1/csinodes`,
  capacities: `/apis/${groups.storage}/v1/namespaces/${namespace}/csistoragecapacities`,
  attachments: `/apis/${groups.storage}/v1/volumeattachments`,
  storageClasses: `/apis/${groups.storage}/v1/storageclasses`,
  requests: `/apis/${groups.certificates}/v1/certificatesigningrequests`,
});

/** A control plane in processes of its own, called over HTTP: requests are sent as the test gives them, byte for byte. */
export class ResourceServer {
  readonly #admin: Agent;
  readonly #open: Agent;
  readonly paths: Paths;

  private constructor(
    readonly plane: TestControlPlane,
    readonly namespace: string,
    private readonly isShared = false,
  ) {
    this.paths = pathsOf(plane.vocabulary, namespace);
    const { tls } = loadClientConfiguration({ file: plane.adminConf, vocabulary: plane.vocabulary });
    this.#admin = new Agent({ connect: { ca: tls.ca, cert: tls.cert, key: tls.key } as object });
    this.#open = new Agent({ connect: { ca: this.ca } });
  }

  /** Starts one, and makes the namespace in which the test works. */
  static async start(options: ControlPlaneOptions & { readonly namespace?: string }): Promise<ResourceServer> {
    const plane = await startControlPlane({ command: 'apiserver', ...options });
    return new ResourceServer(plane, options.namespace ?? 't1').withNamespace();
  }

  /**
   * The one that the test files of this worker share, with a namespace for this test. For tests whose results do not depend on other namespaces,
   * and that leave objects of the cluster as they were.
   */
  static async shared(vocabulary: VocabularyName): Promise<ResourceServer> {
    if (process.env['ORCH_TEST_STORAGE'] === 'redis') return ResourceServer.start({ vocabulary });
    const { plane, number } = await sharedControlPlane(vocabulary);
    return new ResourceServer(plane, `t${number}`, true).withNamespace();
  }

  private async withNamespace(): Promise<ResourceServer> {
    const made = await this.post(this.paths.namespaces, { metadata: { name: this.namespace } });
    if (made.code !== 201) throw new Error(`no namespace: ${made.text}`);
    return this;
  }

  async stop(): Promise<void> {
    await Promise.all([this.#admin.destroy(), this.#open.destroy()]);
    if (!this.isShared) await this.plane.stop();
  }

  get vocabulary(): Vocabulary {
    return this.plane.vocabulary;
  }

  /** The authority of the serving certificate, as PEM. */
  get ca(): string {
    return readFileSync(join(this.plane.dataDir, 'pki', 'ca.crt'), 'utf8');
  }

  async send(
    method: string,
    path: string,
    body?: unknown,
    { headers = {}, as, at = this.plane.url }: Send = {},
  ): Promise<Answer> {
    const answer = await request(at + path, {
      method: method as 'GET',
      dispatcher: as === undefined ? this.#admin : this.#open,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(as === undefined || as === 'anonymous' ? {} : { authorization: `Bearer ${as.token}` }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body) }),
    });
    const text = await answer.body.text();
    return { code: answer.statusCode, headers: answer.headers, text, body: parsed(text) };
  }

  get(path: string, options?: Send): Promise<Answer> {
    return this.send('GET', path, undefined, options);
  }
  post(path: string, body: unknown, options?: Send): Promise<Answer> {
    return this.send('POST', path, body, options);
  }
  put(path: string, body: unknown, options?: Send): Promise<Answer> {
    return this.send('PUT', path, body, options);
  }
  delete(path: string, body?: unknown, options?: Send): Promise<Answer> {
    return this.send('DELETE', path, body, options);
  }
  /** A merge patch. */
  merge(path: string, body: unknown, options: Send = {}): Promise<Answer> {
    return this.send('PATCH', path, body, {
      ...options,
      headers: { 'content-type': PATCH_TYPES.merge, ...options.headers },
    });
  }
  strategic(path: string, body: unknown, options: Send = {}): Promise<Answer> {
    return this.send('PATCH', path, body, {
      ...options,
      headers: { 'content-type': PATCH_TYPES.strategic, ...options.headers },
    });
  }
  jsonPatch(path: string, body: unknown, options: Send = {}): Promise<Answer> {
    return this.send('PATCH', path, body, {
      ...options,
      headers: { 'content-type': PATCH_TYPES.json, ...options.headers },
    });
  }

  /** Creates, and says what the server answered when it was not 201. */
  async create(path: string, body: unknown): Promise<Body> {
    const answer = await this.post(path, body);
    if (answer.code !== 201) throw new Error(`POST ${path}: ${answer.text}`);
    return answer.body;
  }

  /** Opens a watch and waits for its headers. @param path with its query. @param at the address of one server of several. */
  async watch(path: string, headers: Readonly<Record<string, string>> = {}, at = this.plane.url): Promise<WatchStream> {
    const answer = await request(at + path, { dispatcher: this.#admin, headers });
    return new WatchStream(answer.statusCode, answer.headers, answer.body);
  }
}

const parsed = (text: string): Body => {
  try {
    return JSON.parse(text) as Body;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined as unknown as Body;
    throw error;
  }
};

/** What the causes of a 422 say, in the order of their fields: `metadata.name FieldValueInvalid`. */
export const causes = ({ body }: Answer): string[] =>
  (body.details?.causes ?? []).map((cause) => `${cause.field} ${cause.reason}`);

/** A query of text that may need escaping. */
export const query = (parameters: Readonly<Record<string, string>>): string =>
  `?${new URLSearchParams(parameters).toString()}`;
