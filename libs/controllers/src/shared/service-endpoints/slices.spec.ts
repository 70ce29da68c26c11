import { ApiError, FakeClock } from '@orch/apimachinery';
import { vocabularies } from '@orch/vocabulary';
import {
  endpointId,
  newSliceMetadata,
  reuseRemoved,
  sameState,
  serviceOf,
  sliceOptions,
  SLICES_OF_SERVICE_INDEX,
  type Endpoint,
  type EndpointSlice,
} from './slice.js';
import { writeSlices, type SliceTarget } from './write-slices.js';
import { WrittenSlices } from './written-slices.js';

const vocabulary = vocabularies.orch;
const owner = { namespace: 'n', name: 'web' };
const slice = (name: string, metadata: object = {}, addressType = 'IPv4'): EndpointSlice => ({
  metadata: { namespace: 'n', name, uid: `u-${name}`, generation: 1, ...metadata },
  addressType,
});

describe('a slice', () => {
  it('is of the service that its label names', () => {
    const labelled = slice('a', { labels: { 'orch.io/service-name': 'web' } });
    const values = sliceOptions(vocabulary).indexes![SLICES_OF_SERVICE_INDEX]!;
    expect([serviceOf(labelled, vocabulary), values(labelled)]).toEqual([owner, ['n/web']]);
    expect([serviceOf(slice('a'), vocabulary), values(slice('a'))]).toEqual([undefined, []]);
  });
  it('has its owner, and a name that the server completes', () => {
    const of = { apiVersion: 'v1', kind: 'Service', metadata: { namespace: 'n', name: 'web', uid: 'u' } };
    expect(newSliceMetadata(of)).toEqual({
      namespace: 'n',
      generateName: 'web-',
      ownerReferences: [{ apiVersion: 'v1', kind: 'Service', name: 'web', uid: 'u', controller: true, blockOwnerDeletion: true }], // prettier-ignore
    });
    const long = { ...of, metadata: { ...of.metadata, name: 'x'.repeat(253) } };
    expect(newSliceMetadata(long).generateName).toBe('x'.repeat(253));
  });
});

describe('an endpoint', () => {
  const base: Endpoint = { addresses: ['1', '2'], hostname: 'h', targetRef: { kind: 'Pod', namespace: 'n', name: 'p', uid: 'u' }, conditions: { ready: true } }; // prettier-ignore
  const rows: [name: string, other: Endpoint, isIt: boolean, isSame: boolean][] = [
    ['addresses in another order', { ...base, addresses: ['2', '1'] }, true, true],
    ['another version of its pod', { ...base, targetRef: { ...base.targetRef, resourceVersion: '3' } }, true, true],
    ['another pod of the name', { ...base, targetRef: { ...base.targetRef, uid: 'v' } }, true, false],
    ['another condition', { ...base, conditions: { ready: false } }, true, false],
    ['another node', { ...base, nodeName: 'x' }, true, false],
    ['another zone', { ...base, zone: 'x' }, true, false],
    ['another hint', { ...base, hints: { forZones: [{ name: 'x' }] } }, true, false],
    ['other addresses', { ...base, addresses: ['3'] }, false, true],
    ['another host name', { ...base, hostname: 'i' }, false, true],
    ['another pod', { ...base, targetRef: { ...base.targetRef, name: 'q' } }, false, false],
  ];
  for (const [name, other, isIt, isSame] of rows)
    it(`with ${name} is ${isIt ? 'the same' : 'another'} one`, () => {
      expect(endpointId(other) === endpointId(base)).toBe(isIt);
      expect(sameState(other, base)).toBe(isSame);
    });
});

describe('reuse of removed slices', () => {
  const made = { ...slice('', { labels: { a: 'b' }, annotations: {} }), endpoints: [] };

  it('turns a creation and a removal into an update', () => {
    const old = slice('old', { resourceVersion: '7', labels: { c: 'd' }, annotations: { e: 'f' } });
    expect(reuseRemoved({ create: [made], update: [], remove: [old] }, () => true)).toEqual({
      create: [],
      update: [{ ...made, metadata: { ...old.metadata, labels: { a: 'b' }, annotations: {}, ownerReferences: [] } }],
      remove: [],
    });
  });
  it('not of slices with another type of address, or that may not become others', () => {
    const changes = { create: [made], update: [], remove: [slice('v6', {}, 'IPv6')] };
    expect(reuseRemoved(changes, () => true)).toEqual(changes);
    const foreign = { create: [made], update: [], remove: [slice('old')] };
    expect(reuseRemoved(foreign, () => false)).toEqual(foreign);
  });
});

describe('written slices', () => {
  it('make the cache stale until it shows them', () => {
    const written = new WrittenSlices(new FakeClock(0));
    written.written(owner, slice('a', { generation: 2 }));
    expect(written.isStale(owner, [])).toBe(true);
    expect(written.isStale({ ...owner, name: 'other' }, [])).toBe(false);
    expect(written.isStale(owner, [slice('a')])).toBe(true);
    expect(written.isStale(owner, [slice('a', { generation: 3 })])).toBe(false);
    expect(written.isStale(owner, [])).toBe(false); // deleted by others after it was shown
  });
  it('also when they were deleted', () => {
    const written = new WrittenSlices(new FakeClock(0));
    written.deleted(owner, slice('a'));
    expect(written.isStale(owner, [slice('a')])).toBe(true);
    expect(written.isStale(owner, [])).toBe(false);
  });
  it('no longer than half a minute, and not after the service is gone', () => {
    const clock = new FakeClock(0);
    const written = new WrittenSlices(clock);
    written.written(owner, slice('a'));
    clock.advance(30_001);
    expect(written.isStale(owner, [])).toBe(false);
    written.written(owner, slice('a'));
    written.forget(owner);
    expect(written.isStale(owner, [])).toBe(false);
  });
});

describe('writing', () => {
  const { signal } = new AbortController();
  const changes = { create: [slice('')], update: [slice('u')], remove: [slice('r', { resourceVersion: '7' })] };
  const setUp = (failing: string, error: Error) => {
    const calls: unknown[] = [];
    const failures: string[] = [];
    const call = (name: string, object: unknown, ...rest: unknown[]) => {
      if (name === failing) throw error;
      calls.push([name, object, ...rest]);
      return object;
    };
    const client = {
      create: async (object: EndpointSlice) => call('create', { ...object, metadata: { ...object.metadata, uid: 'new', generation: 1 } }), // prettier-ignore
      replace: async (object: EndpointSlice) => call('replace', object),
      deleteIfPresent: async (key: object, { preconditions }: { preconditions: object }) => call('delete', key, preconditions) !== undefined, // prettier-ignore
    } as unknown as SliceTarget['client'];
    const written = new WrittenSlices(new FakeClock(0));
    const onFailure = (text: string): void => void failures.push(text);
    return { calls, failures, written, run: () => writeSlices(owner, changes, { client, written, signal, onFailure }) };
  };

  it('creates first and removes last, in the version that was read', async () => {
    const { calls, written, run } = setUp('', new Error());
    await run();
    expect(calls).toMatchObject([
      ['create', {}],
      ['replace', { metadata: { name: 'u' } }],
      ['delete', { name: 'r' }, { uid: 'u-r', resourceVersion: '7' }],
    ]);
    expect(written.isStale(owner, [slice('u'), slice('r')])).toBe(true);
    expect(written.isStale(owner, [slice('u'), slice('x', { uid: 'new' })])).toBe(false);
  });
  const ends: [name: string, step: string, error: Error, requeueAfterMs?: number][] = [
    ['a conflict, and tries again', 'replace', new ApiError('Conflict', 'changed'), 1_000],
    ['the deletion of a slice', 'replace', new ApiError('NotFound', 'gone')],
    ['the end of the namespace', 'create', new ApiError('Forbidden', 'going', { details: { causes: [{ reason: 'NamespaceTerminating', message: '' }] } })], // prettier-ignore
  ];
  for (const [name, step, error, requeueAfterMs] of ends)
    it(`ends without an error after ${name}`, async () => {
      const { failures, run } = setUp(step, error);
      expect(await run()).toEqual(requeueAfterMs === undefined ? {} : { requeueAfterMs });
      expect(failures).toEqual([]);
    });
  const fails: [step: string, text: string][] = [
    ['create', 'failed to create EndpointSlice for Service n/web: full'],
    ['replace', 'failed to update u EndpointSlice for Service n/web: full'],
    ['delete', 'failed to delete r EndpointSlice for Service n/web: full'],
  ];
  for (const [step, text] of fails)
    it(`reports what failed: ${step}`, async () => {
      const { failures, run } = setUp(step, new Error('full'));
      await expect(run()).rejects.toThrow('full');
      expect(failures).toEqual([text]);
    });
});
