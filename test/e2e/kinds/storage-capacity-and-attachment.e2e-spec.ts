import { VOCABULARY_NAMES } from '@orch/vocabulary';
import { causes, ResourceServer } from '../../support/resource-fixtures.js';

// Left: A-444, A-448 (a scheduler).
describe.each(VOCABULARY_NAMES)('CSIStorageCapacities and VolumeAttachments in the %s vocabulary', (vocabulary) => {
  let server: ResourceServer;
  let capacities: string;
  let attachments: string;

  beforeAll(async () => {
    server = await ResourceServer.shared(vocabulary);
    ({ capacities, attachments } = server.paths);
  });
  afterAll(() => server?.stop());

  const capacity = (name: string, fields: object = {}) =>
    server.create(capacities, { metadata: { name }, storageClassName: 'fast', ...fields });
  const spec = { attacher: 'd.example.com', nodeName: 'n', source: { persistentVolumeName: 'v' } };
  const attachment = (name: string, fields: object = {}) =>
    server.create(attachments, { metadata: { name }, spec, ...fields });

  it('A-438 A-442 A-447 a capacity is namespaced, and what it leaves out stays out', async () => {
    const apiVersion = `${server.vocabulary.groups.storage}/v1`;
    const made = await capacity('c');
    expect(made).toMatchObject({ apiVersion, kind: 'CSIStorageCapacity', metadata: { namespace: server.namespace } });
    const read = (await server.get(`${capacities}/c`)).body;
    for (const field of ['capacity', 'maximumVolumeSize', 'nodeTopology']) expect(read).not.toHaveProperty(field);
    expect((await server.get(capacities)).body).toMatchObject({ apiVersion, kind: 'CSIStorageCapacityList' });
  });

  it.each([
    ['A-442', 'capacity', { capacity: '10Gi' }],
    ['A-443', 'maximumVolumeSize', { maximumVolumeSize: '1Gi' }],
    ['A-447', 'an empty nodeTopology', { nodeTopology: {} }],
    [
      'A-445',
      'nodeTopology',
      {
        nodeTopology: {
          matchLabels: { zone: 'a' },
          matchExpressions: [{ key: 'b', operator: 'In', values: ['c'] }],
        },
      },
    ],
  ])('%s a capacity keeps %s', async (id, what, fields) => {
    const name = `${id}-${what.length}`.toLowerCase();
    await capacity(name, fields);
    const read = (await server.get(`${capacities}/${name}`)).body;
    for (const [field, value] of Object.entries(fields)) expect(read[field]).toEqual(value);
  });

  it.each([
    ['A-439', 'no class', { storageClassName: undefined }, 'storageClassName FieldValueInvalid'],
    ['A-441', 'a class name that is none', { storageClassName: 'A_b' }, 'storageClassName FieldValueInvalid'],
    ['C-208', 'a negative capacity', { capacity: '-1' }, 'capacity FieldValueInvalid'],
    [
      'A-445',
      'an unknown operator',
      { nodeTopology: { matchExpressions: [{ key: 'a', operator: 'Foo' }] } },
      /^nodeTopology\.matchExpressions\[0\]\.operator FieldValue/,
    ],
    [
      'C-287',
      'In without values',
      { nodeTopology: { matchExpressions: [{ key: 'a', operator: 'In' }] } },
      'nodeTopology.matchExpressions[0].values FieldValueRequired',
    ],
  ])('%s a capacity with %s is refused', async (_id, _what, fields, cause) => {
    const answer = await server.post(capacities, { metadata: { name: 'r' }, storageClassName: 'fast', ...fields });
    expect(answer.code).toBe(422);
    expect(causes(answer)).toEqual([typeof cause === 'string' ? cause : expect.stringMatching(cause)]);
  });

  it.each([
    ['A-440', { storageClassName: 'slow' }],
    ['A-446', { nodeTopology: { matchLabels: { zone: 'b' } } }],
  ])('%s a capacity refuses to change %j', async (id, patch) => {
    const name = `fixed-${id.toLowerCase()}`;
    await capacity(name, { nodeTopology: { matchLabels: { zone: 'a' } } });
    const answer = await server.merge(`${capacities}/${name}`, patch);
    expect(answer.code).toBe(422);
    expect(causes(answer)).toEqual([`${Object.keys(patch)[0]} FieldValueInvalid`]);
  });

  it('A-449 C-303 an attachment is cluster-scoped', async () => {
    const apiVersion = `${server.vocabulary.groups.storage}/v1`;
    const made = await attachment('a');
    expect(made).toMatchObject({ apiVersion, kind: 'VolumeAttachment', spec });
    expect(made.metadata).not.toHaveProperty('namespace');
    expect((await server.get(attachments)).body).toMatchObject({ apiVersion, kind: 'VolumeAttachmentList' });
    expect(
      (await server.put(`${attachments}/a`, { ...made, metadata: { ...made.metadata, labels: { b: 'c' } } })).code,
    ).toBe(200);
  });

  it.each([
    ['no attacher', { ...spec, attacher: undefined }],
    ['no node', { ...spec, nodeName: undefined }],
    ['no source', { ...spec, source: {} }],
    [
      'both sources',
      {
        ...spec,
        source: {
          persistentVolumeName: 'v',
          inlineVolumeSpec: {
            capacity: { storage: '1Gi' },
            accessModes: ['ReadWriteOnce'],
            csi: { driver: 'd.example.com', volumeHandle: 'h' },
          },
        },
      },
    ],
  ])('C-209 an attachment with %s is refused', async (_what, wrong) => {
    const answer = await server.post(attachments, { metadata: { name: 'r' }, spec: wrong });
    expect(answer).toMatchObject({ code: 422, body: { reason: 'Invalid' } });
  });

  it('C-209 an attachment keeps its spec', async () => {
    await attachment('fixed');
    expect((await server.merge(`${attachments}/fixed`, { spec: { nodeName: 'other' } })).code).toBe(422);
  });

  it('A-528 C-210 C-303 the status of an attachment is written through /status alone', async () => {
    const status = {
      attached: true,
      attachmentMetadata: { a: 'b' },
      attachError: { time: '2024-01-01T00:00:00Z', message: 'm' },
      detachError: { time: '2024-01-01T00:00:01Z', message: 'n' },
    };
    expect((await attachment('reported', { status })).status).toEqual({ attached: false });
    const patched = await server.merge(`${attachments}/reported/status`, { status });
    expect(patched).toMatchObject({ code: 200, body: { kind: 'VolumeAttachment', spec } });
    expect(patched.body.status).toEqual(status);
    expect((await server.get(`${attachments}/reported/status`)).text).toBe(patched.text);
    const put = await server.put(`${attachments}/reported/status`, { ...patched.body, status: { attached: false } });
    expect(put).toMatchObject({ code: 200, body: { status: { attached: false } } });
  });
});
