import type { ApiObject } from '@orch/apimachinery';
import { requestWithSubject, startTestRegistry, testWrite, type TestRegistry } from '@orch/testing';
import type { AdmissionAttributes } from '../admission/admission.js';

const body = (value: unknown) => ({ value, duplicateFields: [] });
const CONTAINER = { name: 'c', image: 'i' };
const POD = { metadata: { name: 'p' }, spec: { containers: [CONTAINER] } };
const REQUEST = {
  metadata: { name: 'r' },
  spec: {
    request: Buffer.from(requestWithSubject([[{ type: 'CN', value: 'anna' }]]).requestPem).toString('base64'),
    signerName: 'example.com/signer',
    usages: ['client auth'],
  },
};

/** Changes that the author of a webhook or a policy may want to make, and that no sender may make. */
describe('mutating admission does not decide what the sender may not', () => {
  let forge: (attributes: AdmissionAttributes) => object = () => ({});
  let test: TestRegistry;
  beforeEach(async () => {
    forge = () => ({});
    test = await startTestRegistry({
      admission: () => ({
        mutate: (attributes) => ({ ...(attributes.object as ApiObject), ...forge(attributes) }),
        validate: () => undefined,
      }),
    });
  });
  afterEach(() => test.close());

  const writer = (resource: string) => test.store(resource).writer;
  const stored = (resource: string, namespace: string, name: string) => {
    const store = test.store(resource);
    return store.object(store.get(namespace, name)!) as ApiObject & { spec: object; status?: object };
  };
  const anna = testWrite('', { user: { username: 'anna', groups: [] } });

  it('the status of a new object, and who asks for a certificate', async () => {
    forge = ({ object }) => ({
      spec: { ...(object!['spec'] as object), username: 'root', groups: ['system:masters'] },
      status: { conditions: [{ type: 'Approved', status: 'True', reason: 'x', message: 'y' }] },
      phase: 'x',
    });
    await writer('certificatesigningrequests')
      .create(anna, body(REQUEST))
      .catch(() => undefined);
    const { spec, status } = stored('certificatesigningrequests', '', 'r');
    expect(spec).toMatchObject({ username: 'anna' });
    expect(spec).not.toHaveProperty('groups');
    expect(status ?? {}).toEqual({});
    forge = () => ({ status: { phase: 'Running', podIP: '169.254.169.254' } });
    await writer('pods').create(testWrite('t1'), body(POD));
    expect(stored('pods', 't1', 'p').status).toMatchObject({ phase: 'Pending' });
    expect(stored('pods', 't1', 'p').status).not.toHaveProperty('podIP');
  });

  it('the status in an update of the object', async () => {
    await writer('pods').create(testWrite('t1'), body(POD));
    forge = () => ({ status: { phase: 'Running', podIP: '169.254.169.254' } });
    await writer('pods').patch(testWrite('t1'), 'p', (current) => {
      const pod = current as ApiObject;
      return body({ ...pod, metadata: { ...pod.metadata, labels: { a: 'b' } } });
    });
    const { metadata, status } = stored('pods', 't1', 'p');
    expect(metadata.labels).toEqual({ a: 'b' });
    expect(status).not.toHaveProperty('podIP');
  });

  it.each(['approval', 'status'])('the request itself in an update of its %s', async (subresource) => {
    await writer('certificatesigningrequests').create(anna, body(REQUEST));
    const before = stored('certificatesigningrequests', '', 'r');
    forge = () => ({ spec: { ...before.spec, request: 'QUJD', username: 'root' } });
    const type = subresource === 'approval' ? 'Approved' : 'Failed';
    const status = { conditions: [{ type, status: 'True', reason: 'x', message: 'y' }] };
    const approved = { ...before, status };
    await writer('certificatesigningrequests').updateSubresource(testWrite(''), 'r', subresource, body(approved));
    expect(stored('certificatesigningrequests', '', 'r').spec).toEqual(before.spec);
  });

  const OWNER = { apiVersion: 'v1', kind: 'Pod', name: 'o', uid: 'a' };
  const withOwners = ({ metadata, ...object }: ApiObject) => ({
    ...object,
    metadata: { ...metadata, ownerReferences: [OWNER, OWNER] },
  });
  const repeated = (when: string) =>
    expect.stringContaining(`.metadata.ownerReferences contains duplicate entries${when}; API server dedups`);

  it('an owner reference that admission repeats', async () => {
    forge = ({ object }) => withOwners(object as ApiObject);
    const warnings: string[] = [];
    await writer('pods').create({ ...testWrite('t1'), warn: (text) => void warnings.push(text) }, body(POD));
    expect(stored('pods', 't1', 'p').metadata.ownerReferences).toEqual([OWNER]);
    expect(warnings).toEqual([repeated(' after mutating admission happens')]);
  });

  it.each(['update', 'patch'] as const)(
    'an owner reference that the sender of an update or patch repeats: %s',
    async (verb) => {
      await writer('pods').create(testWrite('t1'), body(POD));
      const warnings: string[] = [];
      const request = { ...testWrite('t1'), warn: (text: string) => void warnings.push(text) };
      if (verb === 'patch')
        await writer('pods').patch(request, 'p', (current) => body(withOwners(current as ApiObject)));
      else await writer('pods').update(request, 'p', body(withOwners(stored('pods', 't1', 'p'))));
      expect(stored('pods', 't1', 'p').metadata.ownerReferences).toEqual([OWNER]);
      expect(warnings).toEqual([repeated(verb === 'patch' ? ' after mutating admission happens' : '')]);
    },
  );

  it('the spec of a pod in an update of its status', async () => {
    await writer('pods').create(testWrite('t1'), body(POD));
    const before = stored('pods', 't1', 'p');
    forge = () => ({ spec: { ...before.spec, hostNetwork: true, serviceAccountName: 'admin', nodeName: 'n' } });
    await writer('pods').updateSubresource(
      testWrite('t1'),
      'p',
      'status',
      body({ ...before, status: { phase: 'Running' } }),
    );
    const { spec, status } = stored('pods', 't1', 'p');
    expect(spec).toEqual(before.spec);
    expect(status).toMatchObject({ phase: 'Running' });
  });

  it('more than labels and annotations of what the server computes', async () => {
    await writer('pods').create(testWrite('t1'), body(POD));
    forge = ({ object }) => ({
      spec: { containers: [CONTAINER], hostNetwork: true },
      metadata: { ...object!.metadata, labels: { zone: 'z' }, ownerReferences: [] },
    });
    await writer('pods').changeWhole(testWrite('t1'), 'p', 'binding', (pod) => ({
      ...pod,
      spec: { ...(pod['spec'] as object), nodeName: 'n1' },
    }));
    expect(stored('pods', 't1', 'p').spec).toMatchObject({ nodeName: 'n1' });
    expect(stored('pods', 't1', 'p').spec).not.toHaveProperty('hostNetwork');
    expect(stored('pods', 't1', 'p').metadata.labels).toEqual({ zone: 'z' });
  });
});
