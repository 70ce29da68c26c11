import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ReviewServer, sendJson, type Answering } from '@orch/testing';
import { configurationOf, PluginServer } from '../plugin-server.fixture.js';

const allow: Answering = (response, call) => {
  const { apiVersion, kind, request } = call.body;
  sendJson({ apiVersion, kind, response: { uid: request['uid'], allowed: true } })(response, call);
};
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const SERVICES = ['one', 'other', 'basic'].map((name) => ({ namespace: 'default', name }));
const TEAM = ['a', 'b'].map((name) => ({ namespace: 'team', name }));

describe('credentials for webhooks', () => {
  let directory: string;
  let hook: ReviewServer;
  let mutual: ReviewServer;
  let plugins: PluginServer;
  const portOf = ({ url }: ReviewServer): number => Number(new URL(url).port);

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'orch-webhook-credentials-'));
    const dnsNames = [...SERVICES, ...TEAM].map(({ namespace, name }) => `${name}.${namespace}.svc`);
    [hook, mutual] = await Promise.all([
      ReviewServer.start({ asksForCertificate: false, dnsNames }),
      ReviewServer.start(),
    ]);
    const pair = async (file: string) => base64(await readFile(join(mutual.directory, file), 'utf8'));
    const certificate = {
      'client-certificate-data': await pair('caller.crt'),
      'client-key-data': await pair('caller.key'),
    };
    const users = [
      { name: 'one.default.svc', user: { token: 'of one' } },
      { name: 'one.default.svc:8443', user: { token: 'of one at 8443' } },
      { name: 'basic.default.svc', user: { username: 'me', password: 'pass' } },
      { name: '*.team.svc', user: { token: 'of the team' } },
      { name: `127.0.0.1:${portOf(hook)}`, user: { token: 'of the URL' } },
      { name: `127.0.0.1:${portOf(mutual)}`, user: certificate },
      { name: '*', user: { token: 'default' } },
    ];
    const written = async (name: string, entries: readonly object[]) => {
      const kubeConfigFile = join(directory, name);
      await writeFile(kubeConfigFile, JSON.stringify({ apiVersion: 'v1', kind: 'Config', users: entries }));
      const apiVersion = 'apiserver.config.orch.io/v1';
      return { apiVersion, kind: 'WebhookAdmissionConfiguration', kubeConfigFile };
    };
    plugins = await PluginServer.start({
      configuration: configurationOf({
        ValidatingAdmissionWebhook: await written('validating', users),
        MutatingAdmissionWebhook: await written('mutating', [{ name: '*', user: { token: 'of mutating ones' } }]),
      }),
      server: {
        serviceAddresses: [...SERVICES, ...TEAM].map((service) => ({
          ...service,
          servicePort: undefined,
          host: '127.0.0.1',
          port: portOf(hook),
        })),
      },
    });
  });
  afterAll(async () => {
    await plugins.stop();
    await Promise.all([hook.close(), mutual.close(), rm(directory, { recursive: true })]);
  });

  /** The `Authorization` header, and the name in the certificate, of the call of a webhook. */
  async function seen(clientConfig: object, at = hook, type = 'validating') {
    at.reset();
    at.always = allow;
    const kind = `${type === 'validating' ? 'Validating' : 'Mutating'}WebhookConfiguration`;
    const path = `/apis/admissionregistration.orch.io/v1/${type}webhookconfigurations`;
    await plugins.make(path, {
      kind,
      metadata: { name: 'tested' },
      webhooks: [
        {
          name: 'hook.example.com',
          clientConfig: { caBundle: at.caBundle, ...clientConfig },
          rules: [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }],
          sideEffects: 'None',
          admissionReviewVersions: ['v1'],
        },
      ],
    });
    const created = await plugins.send('POST /api/v1/namespaces/default/configmaps?dryRun=All', {
      metadata: { name: 'm' },
    });
    await plugins.send(`DELETE ${path}/tested`);
    expect([created.code, at.calls.length, created.text]).toEqual([201, 1, expect.anything()]);
    const { headers, caller } = at.calls[0]!;
    return { authorization: headers.authorization, caller };
  }
  const service = (name: string, namespace = 'default', port?: number) => ({ service: { namespace, name, port } });

  it('B-277 B-279 B-286 a validating webhook gets the token of its service only', async () => {
    expect(await seen(service('one'))).toEqual({ authorization: 'Bearer of one', caller: undefined });
    expect(await seen(service('other'))).toMatchObject({ authorization: 'Bearer default' });
  });

  it('B-280 a port other than 443 must be named', async () => {
    expect(await seen(service('one', 'default', 8443))).toMatchObject({ authorization: 'Bearer of one at 8443' });
    expect(await seen(service('basic', 'default', 8443))).toMatchObject({ authorization: 'Bearer default' });
  });

  it('B-281 a webhook at a URL gets the credentials of its host and port', async () => {
    expect(await seen({ url: `${hook.url}/x` })).toMatchObject({ authorization: 'Bearer of the URL' });
  });

  it.each(TEAM)('B-282 a name with a wildcard is that of the service $name', async ({ name, namespace }) => {
    expect(await seen(service(name, namespace))).toMatchObject({ authorization: 'Bearer of the team' });
  });

  it('B-283 the name * is that of all others', async () => {
    expect(await seen(service('other'))).toMatchObject({ authorization: 'Bearer default' });
  });

  it('B-284 a webhook gets the client certificate', async () => {
    expect(await seen({ url: mutual.url }, mutual)).toEqual({ authorization: undefined, caller: 'the-api-server' });
  });

  it('B-285 a webhook gets user name and password', async () => {
    expect(await seen(service('basic'))).toMatchObject({ authorization: `Basic ${base64('me:pass')}` });
  });

  it('B-278 a mutating webhook gets the credentials of its own file', async () => {
    expect(await seen(service('one'), hook, 'mutating')).toMatchObject({ authorization: 'Bearer of mutating ones' });
  });
});
