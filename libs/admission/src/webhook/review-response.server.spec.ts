import { createCertificateAuthority } from '@orch/pki';
import { abortResponse, ReviewServer, sendCode, sendJson, silence, type Answering } from '@orch/testing';
import { AdmissionServer, CONFIG_MAP_RULE, CONFIG_MAPS, REGISTRATION } from '../admission-server.fixture.js';
import { allow, deny, patch, patched, reviewed, setData, type Fields } from '../review-answers.fixture.js';

const NAME = 'hook-0.example.com';
const failed = (why: string): string => `Internal error occurred: failed calling webhook "${NAME}": ${why}`;
/** An answer whose envelope differs from that of the review. */
const inEnvelope =
  (envelope: Fields): Answering =>
  (response, call) => {
    const { apiVersion, kind, request } = call.body;
    sendJson({ apiVersion, kind, response: { uid: request['uid'], allowed: true }, ...envelope })(response, call);
  };
/** An answer that allows, of another status or media type. */
const allowAs =
  (status: number, type: string): Answering =>
  (response, { body: { apiVersion, kind, request } }) => {
    response.writeHead(status, { 'content-type': type });
    response.end(JSON.stringify({ apiVersion, kind, response: { uid: request['uid'], allowed: true } }));
  };

describe('responses of admission webhooks', () => {
  let server: AdmissionServer;
  let hook: ReviewServer;
  const create = (name = 'a', query = '') => server.createConfigMap(name, {}, query);
  const stored = async (name = 'a') => (await server.send(`GET ${CONFIG_MAPS}/${name}`)).json['data'];

  beforeAll(async () => {
    hook = await ReviewServer.start({ asksForCertificate: false });
    server = await AdmissionServer.start();
  });
  afterEach(async () => {
    await server.clean();
    hook.reset();
  });
  afterAll(async () => {
    await server.close();
    await hook.close();
  });

  it('B-271 allow or deny', async () => {
    await server.register('validating', hook, [{}]);
    hook.instead.push(
      allow,
      deny(),
      reviewed(() => ({})),
    );
    expect((await create('a')).code).toBe(201);
    expect((await create('b')).code).toBe(400);
    // Without `allowed` nothing is allowed.
    expect((await create('c')).code).toBe(400);
  });

  it.each<[string, Fields, number, string]>([
    ['B-272 B-310 its code', { code: 403, message: 'no' }, 403, `admission webhook "${NAME}" denied the request: no`],
    ['B-272 another code', { code: 409, message: 'no' }, 409, `admission webhook "${NAME}" denied the request: no`],
    ['B-273 its message', { message: 'not today' }, 400, `admission webhook "${NAME}" denied the request: not today`],
    ['D-151 no message', {}, 400, `admission webhook "${NAME}" denied the request without explanation`],
    ['D-152 a code of success', { code: 200, message: 'no' }, 400, `admission webhook "${NAME}" denied the request: no`],
  ])('%s reaches the client', async (_what, status, code, message) => {
    await server.register('validating', hook, [{}]);
    hook.always = deny(status);
    const got = await create();
    expect([got.code, got.json['message'], got.json['code']]).toEqual([code, message, code]);
    expect((await server.send(`GET ${CONFIG_MAPS}/a`)).code).toBe(404);
  }); // prettier-ignore

  it.each<[string, 'mutating' | 'validating', Answering, string]>([
    ['B-268 status 500', 'validating', allowAs(500, 'application/json'), 'failed to call webhook: an error on the server ("unknown") has prevented the request from succeeding'],
    ['B-268 status 207', 'mutating', allowAs(207, 'application/json'), 'failed to call webhook: the server responded with the status code 207 but did not return more information'],
    ['B-268 type text/html', 'validating', allowAs(200, 'text/html; charset=utf-8'), 'failed to call webhook: https://'],
    ['no JSON', 'validating', sendCode(200), 'failed to call webhook: https://'],
    ['D-150 a redirect', 'mutating', sendCode(302, { location: '/elsewhere' }), 'failed to call webhook: '],
    ['B-269 another version', 'validating', inEnvelope({ apiVersion: 'admission.orch.io/v1beta1' }), 'failed to call webhook: converting (v1beta1.AdmissionReview) to (v1.AdmissionReview): unknown conversion'],
    ['B-269 another kind', 'mutating', inEnvelope({ kind: 'Status' }), 'failed to call webhook: converting (v1.Status) to (v1.AdmissionReview): unknown conversion'],
    ['B-269 no version and kind', 'mutating', inEnvelope({ kind: undefined, apiVersion: undefined }), 'received invalid webhook response: expected webhook response of admission.orch.io/v1, Kind=AdmissionReview, got , Kind='],
    ['no object', 'validating', sendJson([]), "failed to call webhook: couldn't get version/kind; json parse error: json: cannot unmarshal array"],
    ['B-271 a text for allowed', 'validating', reviewed(() => ({ allowed: 'yes' })), 'failed to call webhook: json: cannot unmarshal string into Go struct field AdmissionResponse.response.allowed of type bool'],
    ['B-270 another uid', 'mutating', reviewed(() => ({ uid: 'x', allowed: true })), 'received invalid webhook response: expected response.uid="'],
    ['B-270 no uid', 'validating', reviewed(() => ({ uid: undefined, allowed: true })), 'received invalid webhook response: expected response.uid="'],
    ['B-274 another patch type', 'mutating', reviewed(() => ({ ...patched([setData('b', '2')]), patchType: 'MergePatch' })), 'unsupported patch type "MergePatch"'],
    ['D-155 a patch without type', 'mutating', reviewed(() => ({ ...patched([]), patchType: undefined })), 'received invalid webhook response: webhook returned response.patch but not response.patchType'],
    ['D-155 a type without patch', 'mutating', reviewed(() => ({ allowed: true, patchType: 'JSONPatch' })), 'received invalid webhook response: webhook returned response.patchType but not response.patch'],
    ['D-155 a patch to validate', 'validating', patch(setData('b', '2')), 'received invalid webhook response: validating webhook may not return response.patch'],
    ['D-155 no response', 'validating', inEnvelope({ response: undefined }), 'received invalid webhook response: webhook response was absent'],
    ['D-153 an end in mid answer', 'mutating', abortResponse, 'failed to call webhook: '],
    ['B-323 B-324 no answer in time', 'validating', silence, 'failed to call webhook: '],
  ])('%s (%s) fails the request, or is ignored', async (_what, type, answer, why) => {
    hook.always = answer;
    await server.register(type, hook, [{ failurePolicy: 'Fail', timeoutSeconds: 1 }]);
    const { code, json } = await create();
    expect([code, json['reason']]).toEqual([500, 'InternalError']);
    expect(json['message']).toContain(failed(why));
    expect((await server.send(`GET ${CONFIG_MAPS}/a`)).code).toBe(404);
    await server.removeLast();
    await server.register(type, hook, [{ failurePolicy: 'Ignore', timeoutSeconds: 1 }]);
    expect((await create()).code).toBe(201);
    expect(await stored()).toEqual({ a: '1' });
    expect(hook.calls).toHaveLength(2);
  }); // prettier-ignore

  it.each(['application/json', 'application/json; charset=utf-8'])('B-268 status 200 of type %s is accepted', async (type) => {
    await server.register('validating', hook, [{}]);
    hook.always = allowAs(200, type);
    expect((await create()).code).toBe(201);
    expect(hook.calls).toHaveLength(1);
  }); // prettier-ignore

  it('one of text/html is read in the kubernetes vocabulary', async () => {
    const other = await AdmissionServer.start({ vocabulary: 'kubernetes' });
    const clientConfig = { url: hook.url, caBundle: hook.caBundle };
    const webhook = { name: NAME, clientConfig, rules: [CONFIG_MAP_RULE], sideEffects: 'None', admissionReviewVersions: ['v1'] };
    await other.make('/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations', { metadata: { name: 'html' }, webhooks: [webhook] });
    hook.instead.push(allowAs(200, 'text/html'), allowAs(500, 'text/html'));
    expect([(await other.createConfigMap('a')).code, (await other.createConfigMap('b')).code]).toEqual([201, 500]);
    await other.close();
  }); // prettier-ignore

  it('D-153 B-323 B-324 a stopped webhook fails the request, or is ignored', async () => {
    await server.register('validating', hook, [{ failurePolicy: 'Fail' }]);
    await hook.stopListening();
    const { code, json } = await create();
    const port = new URL(hook.url).port;
    expect(code).toBe(500);
    expect(json['message']).toBe(
      failed(
        `failed to call webhook: Post "${hook.url}/tested/0?timeout=10s": dial tcp 127.0.0.1:${port}: connect: connection refused`,
      ),
    );
    await server.removeLast();
    await server.register('validating', hook, [{ failurePolicy: 'Ignore' }]);
    expect((await create()).code).toBe(201);
    await hook.listen();
  });

  it('D-155 a review of v1beta1 may have another uid', async () => {
    await server.register('validating', hook, [{ admissionReviewVersions: ['v1beta1'] }]);
    hook.always = reviewed(() => ({ uid: 'x', allowed: true }));
    expect((await create()).code).toBe(201);
  });

  it('answers of alternating versions: each is compared with its own review', async () => {
    await server.register('validating', hook, [
      { admissionReviewVersions: ['v1'] },
      { name: 'hook-1.example.com', admissionReviewVersions: ['v1beta1'] },
    ]);
    hook.always = allow;
    expect((await create('a')).code).toBe(201);
    hook.always = inEnvelope({ apiVersion: 'admission.orch.io/v1beta1' });
    expect((await create('b')).json['message']).toContain(
      failed('failed to call webhook: converting (v1beta1.AdmissionReview) to (v1.AdmissionReview)'),
    );
  });

  it('an answer that is too large is a failure', async () => {
    await server.register('validating', hook, [{}]);
    const chunk = Buffer.alloc(1_024 * 1_024, 'x');
    hook.always = (response) => {
      response.setHeader('content-type', 'application/json');
      response.on('error', () => undefined);
      const more = (): void => {
        while (!response.destroyed) if (!response.write(chunk)) return void response.once('drain', more);
      };
      more();
    };
    expect((await create()).json['message']).toContain(failed('failed to call webhook: '));
  });

  it('a webhook without an answer holds up only the requests that it matches', async () => {
    await server.register('validating', hook, [
      { objectSelector: { matchLabels: { held: 'yes' } }, timeoutSeconds: 30 },
    ]);
    const called = new Promise<void>((resolve) => (hook.onCall = resolve));
    let answer: () => void = () => undefined;
    hook.hold = () => new Promise((resolve) => (answer = resolve));
    hook.always = allow;
    const held = server.createConfigMap('held', { metadata: { name: 'held', labels: { held: 'yes' } } });
    await called;
    expect((await create('free')).code).toBe(201);
    answer();
    expect((await held).code).toBe(201);
  });

  it('B-275 a patch is applied when the request is allowed', async () => {
    await server.register('mutating', hook, [{}]);
    hook.instead.push(
      patch(setData('b', '2')),
      reviewed(() => ({ ...patched([setData('b', '2')]), allowed: false })),
    );
    expect((await create('a')).code).toBe(201);
    expect(await stored('a')).toEqual({ a: '1', b: '2' });
    expect((await create('b')).code).toBe(400);
    expect((await server.send(`GET ${CONFIG_MAPS}/b`)).code).toBe(404);
  });

  it('a patch that cannot be applied, or gives no object of the kind, is an internal error', async () => {
    await server.register('mutating', hook, [{ failurePolicy: 'Ignore' }]);
    hook.instead.push(patch({ op: 'remove', path: '/data/none' }), patch({ op: 'add', path: '/data/b', value: 2 }));
    expect(await create()).toMatchObject({
      code: 500,
      json: { message: "Internal error occurred: error in remove for path: '/data/none': Unable to remove nonexistent key: none: missing value" },
    });
    expect(await create()).toMatchObject({
      code: 500,
      json: { message: 'Internal error occurred: json: cannot unmarshal number into Go struct field ConfigMap.data of type string' },
    });
  }); // prettier-ignore

  it('D-156 a patch on a delete is an internal error', async () => {
    hook.always = allow;
    await create();
    await server.register('mutating', hook, [{}]);
    hook.always = patch(setData('b', '2'));
    expect(await server.send(`DELETE ${CONFIG_MAPS}/a`)).toMatchObject({
      code: 500,
      json: { message: `Internal error occurred: admission webhook "${NAME}" attempted to modify the object, which is not supported for this operation` },
    });
    expect((await server.send(`GET ${CONFIG_MAPS}/a`)).code).toBe(200);
    hook.always = allow;
  }); // prettier-ignore

  it('D-157 a patched object gets defaults and is validated', async () => {
    const rules = [{ operations: ['*'], apiGroups: [''], apiVersions: ['v1'], resources: ['services', 'configmaps'] }];
    await server.register('mutating', hook, [{ rules }]);
    hook.instead.push(patch({ op: 'add', path: '/spec/ports', value: [{ port: 80 }] }));
    const { json } = await server.make('/api/v1/namespaces/default/services', { metadata: { name: 's' }, spec: { ports: [{ port: 1 }] } });
    expect((json['spec'] as Fields)['ports']).toEqual([{ port: 80, protocol: 'TCP', targetPort: 80 }]);
    hook.instead.push(patch({ op: 'add', path: '/metadata/labels', value: { 'not valid!': '' } }));
    expect((await create()).code).toBe(422);
    hook.always = allow;
  }); // prettier-ignore

  it('D-158 warnings become headers', async () => {
    await server.register('mutating', hook, [{}], 'm');
    await server.register('validating', hook, [{}], 'v');
    hook.always = reviewed(() => ({ allowed: true, warnings: ['mind the gap'] }));
    expect((await create()).headers['warning']).toContain('299 - "mind the gap"');
  });

  it('D-202 twenty long warnings become headers of 256 characters each, 4096 in total', async () => {
    await server.register('validating', hook, [{}]);
    const warnings = Array.from({ length: 20 }, (_, index) => `${index}:`.padEnd(600, 'x'));
    hook.always = reviewed(() => ({ allowed: true, warnings: [...warnings, warnings[0]] }));
    const { code, headers } = await create();
    expect([code, headers['warning']]).toEqual([201, warnings.slice(0, 16).map((text) => `299 - "${text.slice(0, 256)}"`)]);
  }); // prettier-ignore

  it('B-246 an IfNeeded webhook is called one or more times; the object is what an idempotent one makes', async () => {
    await server.register('mutating', hook, [
      { reinvocationPolicy: 'IfNeeded' },
      { name: 'hook-1.example.com', reinvocationPolicy: 'IfNeeded' },
    ]);
    hook.always = (response, call) =>
      patch(setData(call.path.startsWith('/tested/1') ? 'second' : 'first', '1'))(response, call);
    await create();
    expect(await stored()).toEqual({ a: '1', first: '1', second: '1' });
    expect(hook.calls.length).toBeGreaterThanOrEqual(2);
  });

  it.each([
    ['A-123 B-233 B-322 D-154', 'Some'],
    ['B-233 D-154', 'Unknown'],
  ])('%s a dry run that reaches a webhook with side effects (%s) fails without a call', async (_rows, sideEffects) => {
    const old = await AdmissionServer.start({ emulatedMinor: 21 });
    const clientConfig = { url: hook.url, caBundle: hook.caBundle };
    const rules = [{ operations: ['*'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }];
    await old.make('/apis/admissionregistration.orch.io/v1beta1/validatingwebhookconfigurations', {
      metadata: { name: 'side-effects' },
      webhooks: [{ name: NAME, clientConfig, rules, sideEffects }],
    });
    const { code, json } = await old.createConfigMap('a', {}, '?dryRun=All');
    expect([code, json['message']]).toEqual([400, `admission webhook "${NAME}" does not support dry run`]);
    expect(hook.calls).toEqual([]);
    await old.close();
  });

  describe('D-159 match conditions', () => {
    const when = (...expressions: string[]) =>
      server.register('validating', hook, [
        { failurePolicy: 'Fail', matchConditions: expressions.map((expression, i) => ({ name: `c${i}`, expression })) },
      ]);
    beforeEach(() => (hook.always = deny()));

    it('all true calls', async () => {
      await when('object.metadata.name == "a"', 'request.operation == "CREATE"', 'oldObject == null');
      expect((await create()).code).toBe(400);
    });
    it('one false skips, also with an error', async () => {
      await when('object.data.none == "1"', 'object.metadata.name == "b"');
      expect((await create()).code).toBe(201);
      expect(hook.calls).toEqual([]);
    });
    it('an error follows the failure policy without a call', async () => {
      await when('object.data.none == "1"');
      expect((await create()).code).toBe(403);
      await server.removeLast();
      await server.register('validating', hook, [
        { failurePolicy: 'Ignore', matchConditions: [{ name: 'c', expression: 'object.data.none == "1"' }] },
      ]);
      expect((await create()).code).toBe(201);
      expect(hook.calls).toEqual([]);
    });
    it('the authorizer can be asked', async () => {
      await when('authorizer.group("").resource("secrets").namespace("default").check("get").allowed()');
      expect((await create()).code).toBe(400);
    });
    it('are at most 64', async () => {
      const matchConditions = Array.from({ length: 65 }, (_, i) => ({ name: `c${i}`, expression: 'true' }));
      await expect(server.register('validating', hook, [{ matchConditions }])).rejects.toThrow(
        'webhooks[0].matchConditions: Too many: 65: must have at most 64 items',
      );
    });
  });

  it('B-224 D-143 the certificate must be of the bundle, or of the roots of the host; a bundle that is none is refused', async () => {
    hook.always = allow;
    const config = (caBundle?: string) => ({ clientConfig: { url: hook.url, ...(caBundle === undefined ? {} : { caBundle }) } });
    await server.register('validating', hook, [config(hook.caBundle)]);
    expect((await create('a')).code).toBe(201);
    await server.removeLast();
    await server.register('validating', hook, [config()]);
    expect((await create('b')).json['message']).toContain('tls: failed to verify certificate: x509: certificate signed by unknown authority');
    await server.removeLast();
    const other = await createCertificateAuthority({ commonName: 'other', notBeforeMs: Date.now() - 60_000, validityDays: 1 });
    await server.register('validating', hook, [config(Buffer.from(other.certificatePem).toString('base64'))]);
    expect((await create('c')).json['message']).toContain('tls: failed to verify certificate: x509: certificate signed by unknown authority');
    await expect(server.register('validating', hook, [config('bm90IGEgYnVuZGxl')], 'other')).rejects.toThrow('"code":422');
    expect(hook.calls).toHaveLength(1);
  }); // prettier-ignore

  it('D-164 D-160 D-161 policies run after mutation and before validating webhooks', async () => {
    await server.register('mutating', hook, [{}], 'm');
    await server.register('validating', hook, [{}], 'v');
    await server.make(`${REGISTRATION}/validatingadmissionpolicies`, {
      metadata: { name: 'p' },
      spec: {
        matchConstraints: { resourceRules: [{ operations: ['*'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }] },
        validations: [{ expression: 'object.data.size() < 2' }],
      },
    });
    hook.always = (response, call) =>
      (call.path.startsWith('/m/') ? patch(setData('b', '2')) : allow)(response, call);
    expect((await create('a')).code).toBe(201);
    await server.make(`${REGISTRATION}/validatingadmissionpolicybindings`, {
      metadata: { name: 'b' },
      spec: { policyName: 'p', validationActions: ['Deny'] },
    });
    hook.calls.length = 0;
    expect(await create('b')).toMatchObject({
      code: 422,
      json: {
        reason: 'Invalid',
        message: "configmaps \"b\" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'b' denied request: failed expression: object.data.size() < 2",
      },
    });
    expect(hook.calls.map(({ path }) => path.split('/')[1])).toEqual(['m']);
  }); // prettier-ignore
});
