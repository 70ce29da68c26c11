import { TestServer, type Answer } from '@orch/server-testing';
import type { ReviewServer } from '@orch/testing';
import type { Agent } from 'undici';
import type { Fields } from './review-answers.fixture.js';

/** Path of the group of webhook configurations and policies. */
export const REGISTRATION = '/apis/admissionregistration.orch.io/v1';
export const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';

/** Rule for writes of ConfigMaps. */
export const CONFIG_MAP_RULE: Fields = {
  operations: ['*'],
  apiGroups: [''],
  apiVersions: ['v1'],
  resources: ['configmaps'],
};

export type WebhookType = 'mutating' | 'validating';

/** A server with objects that `clean` deletes again. For tests of admission. */
export class AdmissionServer {
  private readonly made: string[] = [];

  private constructor(
    readonly server: TestServer,
    private readonly agent: Agent,
  ) {}

  static async start(...options: Parameters<typeof TestServer.start>): Promise<AdmissionServer> {
    const server = await TestServer.start(...options);
    return new AdmissionServer(server, await server.admin());
  }

  /** @param request method and path. */
  readonly send = (
    request: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> => {
    const [method = '', path = ''] = request.split(' ');
    return this.server.call(path, {
      method,
      agent: this.agent,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body }),
    });
  };

  /** Creates an object. @throws Error when it is refused. */
  async make(path: string, body: Fields): Promise<Answer> {
    const answer = await this.send(`POST ${path}`, body);
    if (answer.code !== 201) throw new Error(answer.text);
    const { name } = answer.json['metadata'] as { readonly name: string };
    this.made.push(`${path}/${name}`);
    return answer;
  }

  /** Returns when a path is served. */
  served(path: string): Promise<void> {
    return this.server.served(path, this.agent);
  }

  /** The `status` of an object once a condition holds: follows its changes by a watch. */
  async until<T>(path: string, condition: (object: Fields) => boolean): Promise<T> {
    for (;;) {
      const { json } = await this.send(`GET ${path}`);
      if (condition(json)) return json['status'] as T;
      await this.changed(path, json);
    }
  }

  /** Resolves at the next change of an object. */
  private async changed(path: string, { metadata }: Fields): Promise<void> {
    const slash = path.lastIndexOf('/');
    const { resourceVersion } = metadata as { readonly resourceVersion: string };
    const query = `watch=true&fieldSelector=metadata.name=${path.slice(slash + 1)}&resourceVersion=${resourceVersion}`;
    await this.events(`${path.slice(0, slash)}?${query}`, () => true);
  }

  /** The events of a watch up to the last one that is awaited. @param path with the query. */
  async events(path: string, isLast: (event: Fields) => boolean): Promise<readonly Fields[]> {
    const { body } = await this.agent.request({ origin: this.server.server.url, path, method: 'GET' });
    let text = '';
    // Leaving the loop ends the watch.
    for await (const chunk of body as AsyncIterable<Buffer>) {
      text += chunk.toString();
      const events = text.split('\n').slice(0, -1).map((line) => JSON.parse(line) as Fields); // prettier-ignore
      const last = events.findIndex(isLast);
      if (last >= 0) return events.slice(0, last + 1);
    }
    throw new Error(`the watch of ${path} ended: ${text}`);
  }

  /** Deletes the object that was made last. */
  async removeLast(): Promise<void> {
    const path = this.made.pop()!;
    const { code, text } = await this.send(`DELETE ${path}`);
    if (code !== 200) throw new Error(text);
  }

  /** Registers webhooks at `/NAME/INDEX` of a server. By default they match writes of ConfigMaps. */
  async register(type: WebhookType, hook: ReviewServer, webhooks: readonly Fields[], name = 'tested'): Promise<void> {
    const kind = type === 'mutating' ? 'MutatingWebhookConfiguration' : 'ValidatingWebhookConfiguration';
    await this.make(`${REGISTRATION}/${type}webhookconfigurations`, {
      kind,
      metadata: { name },
      webhooks: webhooks.map((webhook, index) => ({
        name: `hook-${index}.example.com`,
        clientConfig: { url: `${hook.url}/${name}/${index}`, caBundle: hook.caBundle },
        rules: [CONFIG_MAP_RULE],
        sideEffects: 'None',
        admissionReviewVersions: ['v1'],
        ...webhook,
      })),
    });
  }

  /** Creates a ConfigMap `a: '1'`. @param query with the question mark. */
  createConfigMap(name: string, more: Fields = {}, query = ''): Promise<Answer> {
    return this.send(`POST ${CONFIG_MAPS}${query}`, { metadata: { name }, data: { a: '1' }, ...more });
  }

  /** Deletes all that was made, last first, and all ConfigMaps. */
  async clean(): Promise<void> {
    for (const path of this.made.splice(0).reverse()) await this.send(`DELETE ${path}`);
    await this.send(`DELETE ${CONFIG_MAPS}`);
  }

  close(): Promise<void> {
    return this.server.close();
  }
}
