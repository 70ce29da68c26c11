import type { ApiObject } from '@orch/apimachinery';
import { startTestRegistry, testWrite, type TestRegistry } from '@orch/testing';
import { MAX_STORED_BYTES, MAX_STORED_VALUES, assertStorable } from './stored-size.js';

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

describe('the number of values of a stored object', () => {
  /** Two more than the object and its list, which counts as three, leave free for one with another element. */
  const ELEMENTS = '{},'.repeat(MAX_STORED_VALUES - 3);
  const list = (elements: string, last: string) => Buffer.from(`{"a":[${elements}${last}]}`);
  const most = list(ELEMENTS.slice(6), '0');
  const more = list(ELEMENTS, '0');

  it('is limited when it is created', async () => {
    const test = await startTestRegistry();
    const withArguments = (number: number) => {
      const { metadata, spec } = pod(1);
      return body({
        metadata,
        spec: { containers: [{ ...spec.containers[0], args: Array<string>(number).fill('') }] },
      });
    };
    const create = (number: number) => test.store('pods').writer.create(testWrite('t1'), withArguments(number));
    await expect(create(MAX_STORED_VALUES)).rejects.toMatchObject({
      ...TOO_LARGE,
      message: expect.stringContaining(`more than ${MAX_STORED_VALUES} values`) as unknown,
    });
    await expect(create(MAX_STORED_VALUES - 1_000)).resolves.toMatchObject({ created: true });
    await test.close();
  });

  it('counts items and members, those of others too, but nothing in texts', () => {
    expect(() => assertStorable(most)).not.toThrow();
    for (const last of ['[0]', '{"b":0}', '0,0', '[[]]'])
      expect(() => assertStorable(list(ELEMENTS.slice(6), last))).toThrow(/more than/);
    for (const text of [',', '[[', '{{', '\\",', '\\\\'])
      expect(() => assertStorable(list(ELEMENTS.slice(6), JSON.stringify(text)))).not.toThrow();
    expect(() => assertStorable(Buffer.from(JSON.stringify({ a: ','.repeat(2 * MAX_STORED_VALUES) })))).not.toThrow();
  });

  it('counts a member as three: it takes as long, and kube-apiserver stores no more', () => {
    const members = (number: number) =>
      Buffer.from(JSON.stringify(Object.fromEntries(Array.from({ length: number }, (_, i) => [`n${i}`, 0]))));
    expect(() => assertStorable(members(MAX_STORED_VALUES / 3 - 1))).not.toThrow();
    expect(() => assertStorable(members(MAX_STORED_VALUES / 3 + 1))).toThrow(/a member counts as 3/);
    expect(() => assertStorable(Buffer.from(JSON.stringify({ a: ':'.repeat(2 * MAX_STORED_VALUES) })))).not.toThrow();
  });

  it('may stay too large while the bytes do not become more', () => {
    expect(() => assertStorable(more)).toThrow(/more than/);
    expect(() => assertStorable(more, more)).not.toThrow();
    expect(() => assertStorable(list(ELEMENTS, '00'), more)).toThrow(/more than/);
    expect(() => assertStorable(more, Buffer.alloc(more.length, ' '))).toThrow(/more than/);
  });
});
