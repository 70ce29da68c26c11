import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { abortResponse, ReviewServer } from '@orch/testing';
import { AdmissionServer, CONFIG_MAP_RULE, REGISTRATION } from '../admission-server.fixture.js';
import { allow, patch, reviewed, setData, type Fields } from '../review-answers.fixture.js';

const GROUP = 'admission.orch.io';

describe('audit annotations of admission webhooks', () => {
  let hook: ReviewServer;
  beforeAll(async () => (hook = await ReviewServer.start({ asksForCertificate: false })));
  afterEach(() => hook.reset());
  afterAll(() => hook.close());

  /** The annotations of the create of a ConfigMap at an audit level. @param prepare registers webhooks. */
  async function annotationsAt(
    level: 'Metadata' | 'Request' | 'RequestResponse',
    prepare: (server: AdmissionServer) => Promise<void>,
  ): Promise<Readonly<Record<string, string>>> {
    const directory = await mkdtemp(join(tmpdir(), 'orch-annotations-'));
    const [policyFile, path] = [join(directory, 'policy'), join(directory, 'audit.log')];
    await writeFile(policyFile, JSON.stringify({ apiVersion: 'audit.orch.io/v1', kind: 'Policy', rules: [{ level }] }));
    const rotation = { maxBytes: 0, maxAgeDays: 0, maxBackups: 0, compress: false };
    const batch = { mode: 'blocking', batchMaxEvents: 400, batchMaxWaitMs: 0, bufferEvents: 10_000 } as const;
    const log = { format: 'json', ...batch, rotation, path } as const;
    const server = await AdmissionServer.start({ audit: { policyFile, log, webhook: undefined } });
    await prepare(server);
    await server.createConfigMap('noted');
    await server.close();
    const events = (await readFile(path, 'utf8')).split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Fields]));
    await rm(directory, { recursive: true });
    const found = events.find(
      ({ verb, stage, objectRef }) =>
        verb === 'create' && stage === 'ResponseComplete' && (objectRef as Fields)['resource'] === 'configmaps',
    );
    return (found?.['annotations'] ?? {}) as Readonly<Record<string, string>>;
  } // prettier-ignore

  const two = (server: AdmissionServer) =>
    server.register('mutating', hook, [{}, { name: 'hook-1.example.com' }], 'conf');
  const answer = () =>
    hook.instead.push(patch(setData('b', '2')), reviewed(() => ({ allowed: true, auditAnnotations: { seen: 'yes' } }))); // prettier-ignore
  const noted = (webhook: string, mutated: boolean) => JSON.stringify({ configuration: 'conf', webhook, mutated });

  it.each(['Request', 'RequestResponse'] as const)('B-297 B-298 B-299 B-300 D-158 at level %s each call is noted, with its patch', async (level) => {
    answer();
    const annotations = await annotationsAt(level, two);
    expect(annotations).toMatchObject({
      [`mutation.webhook.${GROUP}/round_0_index_0`]: noted('hook-0.example.com', true),
      [`mutation.webhook.${GROUP}/round_0_index_1`]: noted('hook-1.example.com', false),
      'hook-1.example.com/seen': 'yes',
    });
    expect(JSON.parse(annotations[`patch.webhook.${GROUP}/round_0_index_0`]!)).toEqual({
      configuration: 'conf',
      webhook: 'hook-0.example.com',
      patch: [setData('b', '2')],
      patchType: 'JSONPatch',
    });
    expect(annotations).not.toHaveProperty([`patch.webhook.${GROUP}/round_0_index_1`]);
  }); // prettier-ignore

  it('B-297 B-301 at level Metadata the patch is absent', async () => {
    answer();
    const keys = Object.keys(await annotationsAt('Metadata', two));
    expect(keys).toContain(`mutation.webhook.${GROUP}/round_0_index_0`);
    expect(keys.filter((key) => key.startsWith('patch.'))).toEqual([]);
  });

  it('D-185 a second call is of round 1', async () => {
    hook.always = (response, call) =>
      patch(setData(call.path.startsWith('/conf/1') ? 'late' : 'first', '1'))(response, call);
    const annotations = await annotationsAt('Metadata', (server) =>
      server.register('mutating', hook, [{ reinvocationPolicy: 'IfNeeded' }, { name: 'hook-1.example.com' }], 'conf'),
    );
    expect(annotations[`mutation.webhook.${GROUP}/round_1_index_0`]).toBe(noted('hook-0.example.com', false));
    expect(annotations).not.toHaveProperty([`mutation.webhook.${GROUP}/round_1_index_1`]);
  });

  it('D-186 failures that are ignored are noted, as kube-apiserver names them', async () => {
    hook.always = abortResponse;
    const annotations = await annotationsAt('Metadata', async (server) => {
      await server.register('mutating', hook, [{ failurePolicy: 'Ignore' }], 'conf');
      await server.register('validating', hook, [{ failurePolicy: 'Ignore' }], 'conf');
    });
    expect(annotations).toMatchObject({
      [`failed-open.mutation.webhook.${GROUP}/round_0_index_0`]: 'hook-0.example.com',
      [`failed-open.validating.webhook.${GROUP}/round_0_index_0`]: 'hook-0.example.com',
      [`mutation.webhook.${GROUP}/round_0_index_0`]: noted('hook-0.example.com', false),
    });
  });

  it('D-162 a failed validation of a binding with Audit is noted', async () => {
    const annotations = await annotationsAt('Metadata', async (server) => {
      await server.make(`${REGISTRATION}/validatingadmissionpolicies`, {
        metadata: { name: 'p' },
        spec: {
          matchConstraints: { resourceRules: [CONFIG_MAP_RULE] },
          validations: [{ expression: 'false', message: 'no' }],
          auditAnnotations: [{ key: 'k', valueExpression: "'of ' + object.metadata.name" }],
        },
      });
      await server.make(`${REGISTRATION}/validatingadmissionpolicybindings`, {
        metadata: { name: 'b' },
        spec: { policyName: 'p', validationActions: ['Audit'] },
      });
    });
    expect(annotations['p/k']).toBe('of noted');
    expect(JSON.parse(annotations[`validation.policy.${GROUP}/validation_failure`]!)).toEqual([
      { message: 'no', policy: 'p', binding: 'b', expressionIndex: 0, validationActions: ['Audit'] },
    ]);
  });

  it('a denial of a mutating webhook is noted too', async () => {
    hook.instead.push(reviewed(() => ({ allowed: false })));
    const annotations = await annotationsAt('Metadata', two);
    expect(annotations).toMatchObject({ [`mutation.webhook.${GROUP}/round_0_index_0`]: noted('hook-0.example.com', false) });
    hook.always = allow;
  }); // prettier-ignore
});
