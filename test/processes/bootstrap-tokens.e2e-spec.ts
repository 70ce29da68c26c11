import { createHmac } from 'node:crypto';
import type { ConfigMap, Secret } from '@orch/api';
import { builtinResources, type ResourceClient } from '@orch/client';
import { startControlPlane, untilGone, untilObject, type TestControlPlane } from '@orch/testing';
import { VOCABULARY_NAMES } from '@orch/vocabulary';
import { Agent, request } from 'undici';

const ID = 'abcdef';
const TOKEN = `${ID}.0123456789abcdef`;

describe.each(VOCABULARY_NAMES)('bootstrap tokens in the %s vocabulary', (name) => {
  let plane: TestControlPlane;
  let secrets: ResourceClient<Secret>;
  let configMaps: ResourceClient<ConfigMap>;

  beforeAll(async () => {
    plane = await startControlPlane({ vocabulary: name, flags: ['--enable-bootstrap-token-auth'] });
    secrets = plane.client.resource<Secret>(builtinResources.secrets).namespace(plane.vocabulary.namespaces.system);
    configMaps = plane.client.resource<ConfigMap>(builtinResources.configMaps);
  });
  afterAll(() => plane?.stop());

  const tokenSecret = (id: string, data: Record<string, string>): Secret =>
    ({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: `bootstrap-token-${id}`, namespace: plane.vocabulary.namespaces.system },
      type: plane.vocabulary.secretTypes.bootstrapToken,
      stringData: { 'token-id': id, 'token-secret': '0123456789abcdef', ...data },
    }) as Secret;

  const whoIs = async (token: string): Promise<{ code: number; message: string }> => {
    const agent = new Agent({ connect: { rejectUnauthorized: false } });
    const answer = await request(`${plane.url}/api/v1/nodes`, {
      dispatcher: agent,
      headers: { authorization: `Bearer ${token}` },
    });
    const { message } = (await answer.body.json()) as { message: string };
    await agent.close();
    return { code: answer.statusCode, message };
  };

  it('A-504 B-009 deletes a token when it expires', async () => {
    await secrets.create(
      tokenSecret('expire', { expiration: new Date(Date.now() - 1_000).toISOString().replace(/\.\d+/, '') }),
    );
    await untilGone(secrets, { namespace: plane.vocabulary.namespaces.system, name: 'bootstrap-token-expire' });
  });

  it('A-277..A-282 A-273 B-011 C-155 signs cluster-info with a detached HS256 JWS, and takes it off with the token', async () => {
    const key = { namespace: plane.vocabulary.namespaces.public, name: 'cluster-info' };
    const { configKey, signaturePrefix } = plane.vocabulary.clusterInfo;
    await secrets.create(
      tokenSecret(ID, { 'usage-bootstrap-signing': 'true', 'usage-bootstrap-authentication': 'true' }),
    );
    const signed = await untilObject(configMaps, key, 'the signature', (map) =>
      Boolean(map?.data?.[signaturePrefix + ID]),
    );
    const [header, payload, signature] = signed!.data![signaturePrefix + ID]!.split('.');
    expect(payload).toBe('');
    expect(JSON.parse(Buffer.from(header!, 'base64url').toString())).toMatchObject({ alg: 'HS256', kid: ID });
    const content = Buffer.from(signed!.data![configKey]!).toString('base64url');
    expect(createHmac('sha256', TOKEN).update(`${header}.${content}`).digest('base64url')).toBe(signature);
    expect(signed!.data![configKey]).toContain('certificate-authority-data');

    expect(await whoIs(TOKEN)).toMatchObject({ code: 403, message: expect.stringContaining(`system:bootstrap:${ID}`) });

    await secrets.delete(`bootstrap-token-${ID}`);
    await untilObject(
      configMaps,
      key,
      'the removal of the signature',
      (map) => map?.data?.[signaturePrefix + ID] === undefined,
    );
    expect((await whoIs(TOKEN)).code).toBe(401);
  });
});
