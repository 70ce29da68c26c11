import type { ApiObject } from '@orch/apimachinery';
import { startTestRegistry, testWrite, type TestRegistry } from '@orch/testing';
import { MAX_STORED_BYTES } from './stored-size.js';

const body = (value: unknown) => ({ value, duplicateFields: [] });
/** A pod with that many bytes of texts. */
const pod = (bytes: number, metadata: object = {}) => ({
  metadata: { name: 'p', ...metadata },
  spec: { containers: [{ name: 'c', image: 'i', args: ['x'.repeat(bytes)] }] },
});
const TOO_LARGE = { reason: 'RequestEntityTooLarge' };

describe('the size of a stored object', () => {
  let test: TestRegistry;
  beforeEach(async () => {
    test = await startTestRegistry();
  });
  afterEach(() => test.close());

  const pods = () => test.store('pods');
  const request = testWrite('t1');
  /** As a patch that adds an annotation. */
  const annotate = (bytes: number) =>
    pods().writer.patch(request, 'p', (current) => {
      const { metadata, ...rest } = current as ApiObject;
      return body({ ...rest, metadata: { ...metadata, labels: { [`a${bytes}`]: 'b' } } });
    });

  it('is limited when it is created', async () => {
    await expect(pods().writer.create(request, body(pod(MAX_STORED_BYTES)))).rejects.toMatchObject(TOO_LARGE);
    await expect(pods().writer.create(request, body(pod(MAX_STORED_BYTES - 10_000)))).resolves.toMatchObject({
      created: true,
    });
  });

  it('is limited when patches add to it, whatever manager owns its fields', async () => {
    await pods().writer.create(request, body(pod(1, { finalizers: ['a.b/c'] })));
    const grow = (times: number) =>
      pods().writer.patch(request, 'p', (current) => {
        const { spec, ...rest } = current as ApiObject & { spec: object };
        const annotations = { ...rest.metadata.annotations, [`k${times}`]: 'x'.repeat(250_000) };
        return body({ ...rest, spec, metadata: { ...rest.metadata, annotations } });
      });
    await grow(1);
    await expect(grow(2)).rejects.toMatchObject({ reason: 'Invalid' });
    await expect(
      pods().writer.patch(request, 'p', (current) => {
        const managed = Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`f:${i}${'x'.repeat(1e6)}`, {}]));
        const { metadata, ...rest } = current as ApiObject;
        const owner = { manager: 'm', operation: 'Apply', apiVersion: 'v1', fieldsType: 'FieldsV1' };
        return body({ ...rest, metadata: { ...metadata, managedFields: [{ ...owner, fieldsV1: managed }] } });
      }),
    ).rejects.toMatchObject(TOO_LARGE);
  });

  it('may exceed the limit by the marks of a deletion, and then only shrink', async () => {
    const { bytes } = await pods().writer.create(request, body(pod(1, { name: 'q' })));
    const rest = bytes.length + 100;
    await pods().writer.create(request, body(pod(MAX_STORED_BYTES - rest, { finalizers: ['a.b/c'] })));
    await pods().writer.delete(request, 'p', {});
    expect(pods().get('t1', 'p')!.length).toBeGreaterThan(MAX_STORED_BYTES);
    await expect(annotate(1)).rejects.toMatchObject(TOO_LARGE);
    await pods().writer.patch(request, 'p', (current) => {
      const { metadata, ...others } = current as ApiObject;
      return body({ ...others, metadata: { ...metadata, finalizers: [] } });
    });
    expect(pods().get('t1', 'p')).toBeUndefined();
  });
});
