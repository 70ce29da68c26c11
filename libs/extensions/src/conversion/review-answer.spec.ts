import type { ApiObject } from '@orch/apimachinery';
import { convertedObjects as steps, type SentReview } from './review-answer.js';

const API = 'apiextensions.example/v1';
const original: ApiObject = {
  apiVersion: 'example.com/v1',
  kind: 'Widget',
  metadata: { name: 'a', namespace: 'default', uid: 'u-1', labels: { old: '1' }, finalizers: ['x/y'] },
};
const sent: SentReview = {
  apiVersion: API,
  uid: 'r-1',
  desired: 'example.com/v2',
  objects: [original],
  isStrict: true,
};
const converted = { ...original, apiVersion: 'example.com/v2', spec: { size: 1 } };
const answer = (response: unknown, apiVersion = API) => ({ apiVersion, kind: 'ConversionReview', response });
const success = (...objects: unknown[]) =>
  answer({ uid: 'r-1', result: { status: 'Success' }, convertedObjects: objects });
const withMetadata = (metadata: object) => success({ ...converted, metadata: { ...original.metadata, ...metadata } });

const convertedObjects = (got: unknown, review: SentReview): readonly ApiObject[] => {
  const work = steps(got, review);
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
};

describe('convertedObjects', () => {
  it('checks each object in a step of its own', () => {
    const objects = [original, original, original];
    const work = steps(success(converted, converted, 'not read yet'), { ...sent, objects });
    expect([work.next().done, work.next().done]).toEqual([false, false]);
    expect(() => work.next()).toThrow('returned invalid converted object at index 2: is not an object');
  });

  it('returns the objects with their own metadata and the labels and annotations of the answer', () => {
    const changed = withMetadata({ labels: { new: '2' }, annotations: { a: 'b' }, finalizers: [], generation: 9 });
    expect(convertedObjects(changed, sent)).toEqual([
      { ...converted, metadata: { ...original.metadata, labels: { new: '2' }, annotations: { a: 'b' } } },
    ]);
  });

  it('drops labels that the answer does not have', () => {
    const [object] = convertedObjects(withMetadata({ labels: undefined }), sent);
    expect(object!.metadata).not.toHaveProperty('labels');
  });

  it.each<[string, unknown, string]>([
    ['no answer', 'nothing', `expected webhook response of ${API}, Kind=ConversionReview, got , Kind=`],
    [
      'another type',
      answer({}, 'x/v1'),
      `expected webhook response of ${API}, Kind=ConversionReview, got x/v1, Kind=ConversionReview`,
    ],
    ['no response', answer(null), 'no response provided'],
    ['another uid', answer({ uid: 'other' }), 'expected response.uid="r-1", got "other"'],
    ['a failure', answer({ uid: 'r-1', result: { status: 'Failure', message: 'cannot' } }), 'cannot'],
    ['no status', answer({ uid: 'r-1', result: {} }), "response.result.status was '', not 'Success'"],
    ['too few objects', success(), 'returned 0 objects, expected 1'],
    [
      'another version',
      success(original),
      'returned invalid object at index 0: invalid groupVersion (expected example.com/v2, received example.com/v1)',
    ],
    [
      'another kind',
      success({ ...converted, kind: 'Gadget' }),
      'returned invalid object at index 0: invalid kind (expected Widget, received Gadget)',
    ],
    ['another name', withMetadata({ name: 'b' }), 'returned invalid object: must have the same name: a != b'],
    [
      'another namespace',
      withMetadata({ namespace: 'b' }),
      'returned invalid object: must have the same namespace: default != b',
    ],
    [
      'another uid of the object',
      withMetadata({ uid: 'b' }),
      'returned invalid object: must have the same UID: u-1 != b',
    ],
    [
      'no metadata',
      success({ ...converted, metadata: undefined }),
      'returned invalid object: must have the same name: a != ',
    ],
    [
      'labels that are not text',
      withMetadata({ labels: { a: 1 } }),
      'returned invalid metadata: metadata.labels[a] must be a string, but is int64 in converted object',
    ],
    [
      'a bad label',
      withMetadata({ labels: { '-': '1' } }),
      'returned invalid metadata: metadata.labels: Invalid value: "-"',
    ],
  ])('refuses %s', (_what, got, text) => {
    expect(() => convertedObjects(got, sent)).toThrow(text);
  });

  it.each<[string, unknown, string]>([
    ['type', original, 'converted object at index 1: invalid groupVersion (expected example.com/v2, received example.com/v1)'], // prettier-ignore
    ['name', { ...converted, metadata: { ...original.metadata, name: 'b' } }, 'converted object at index 1: must have the same name: a != b'], // prettier-ignore
    ['metadata', { ...converted, metadata: undefined }, 'converted object at index 1: must have the same name: a != '],
  ])('names the index of an object of a list with another %s', (_what, object, text) => {
    const two = { ...sent, objects: [original, original] };
    expect(() => convertedObjects(success(converted, object), two)).toThrow(`returned invalid ${text}`);
  });

  it('does not compare the uid of v1beta1 reviews', () => {
    const old = { response: { result: { status: 'Success' }, convertedObjects: [converted] } };
    expect(convertedObjects(old, { ...sent, isStrict: false })).toHaveLength(1);
  });
});
