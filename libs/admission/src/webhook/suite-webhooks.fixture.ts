import { ReviewServer, type Answering } from '@orch/testing';
import { AdmissionServer, type WebhookType } from '../admission-server.fixture.js';
import { allow, patched, reviewed, type Fields, type SentRequest } from '../review-answers.fixture.js';

/** Namespace of the cases; webhooks select it by its label. */
export const NAMESPACE = 'webhook-cases';
export const IN_NAMESPACE = `/api/v1/namespaces/${NAMESPACE}`;
export const CONFIG_MAPS_OF_CASES = `${IN_NAMESPACE}/configmaps`;
const SELECTED = { matchLabels: { 'webhook-cases': 'true' } };

/** Rule for some operations on resources of one group. */
export const ruleFor = (resources: readonly string[], operations = ['CREATE', 'UPDATE'], group = ''): Fields => ({
  operations,
  apiGroups: [group],
  apiVersions: ['*'],
  resources,
});

/** Denies objects whose data say so. */
export const denyMarked = reviewed((request) => {
  const { object, oldObject } = request as unknown as Readonly<Record<'object' | 'oldObject', Marked | null>>;
  const isMarked = (object ?? oldObject)?.data?.['verdict'] === 'deny';
  return isMarked ? { allowed: false, status: { message: 'the data say deny', reason: 'marked' } } : { allowed: true };
});

interface Marked {
  readonly data?: Readonly<Record<string, string>>;
}

/** Adds one stage to data that have the stage before. */
export const addStage = (before: string, stage: string): Answering =>
  reviewed(({ object }) => {
    if (object.data?.[before] !== 'yes') return { allowed: true };
    return patched([{ op: 'add', path: `/data/${stage}`, value: 'yes' }]);
  });

/** A server, a webhook and a namespace for the cases of a suite. */
export class SuiteWebhooks {
  private constructor(
    readonly server: AdmissionServer,
    readonly hook: ReviewServer,
  ) {}

  static async start(...options: Parameters<typeof AdmissionServer.start>): Promise<SuiteWebhooks> {
    const hook = await ReviewServer.start({ asksForCertificate: false });
    const server = await AdmissionServer.start(...options);
    await server.send('POST /api/v1/namespaces', {
      metadata: { name: NAMESPACE, labels: SELECTED.matchLabels },
    });
    return new SuiteWebhooks(server, hook);
  }

  /** Webhooks that select the namespace of the cases. The first is answered by `answers[0]`, and so on. */
  async register(
    type: WebhookType,
    webhooks: readonly (Fields & { readonly answer?: Answering })[],
    name: string = type,
  ): Promise<void> {
    const before = this.hook.always ?? allow;
    const base = `/${name}/`;
    this.hook.always = (response, call) => {
      const at = call.path.startsWith(base) ? Number(call.path.slice(base.length).split('?')[0]) : undefined;
      (at === undefined ? before : (webhooks[at]?.answer ?? allow))(response, call);
    };
    const plain = webhooks.map(({ answer: _answer, ...webhook }) => ({ namespaceSelector: SELECTED, ...webhook }));
    await this.server.register(type, this.hook, plain, name);
  }

  /** Deletes what a case made. */
  async clean(): Promise<void> {
    await this.server.clean();
    await this.server.send(`DELETE ${CONFIG_MAPS_OF_CASES}`);
    await this.server.send(`DELETE ${IN_NAMESPACE}/pods`, { gracePeriodSeconds: 0 });
    this.hook.reset();
  }

  async close(): Promise<void> {
    await this.server.close();
    await this.hook.close();
  }

  /** Code and message of the create of a ConfigMap. */
  async createConfigMap(name: string, data: Fields): Promise<{ code: number; message: string; data: Fields }> {
    const { code, json } = await this.server.send(`POST ${CONFIG_MAPS_OF_CASES}`, { metadata: { name }, data });
    return { code, message: json['message'] as string, data: json['data'] as Fields };
  }

  /** Reviews that reached the webhook. */
  get requests(): SentRequest[] {
    return this.hook.calls.map(({ body }) => body.request as SentRequest);
  }
}
