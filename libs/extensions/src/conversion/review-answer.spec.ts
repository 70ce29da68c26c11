import type { ApiObject } from '@orch/apimachinery';
import { convertedObjects, type SentReview } from './review-answer.js';

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

describe('convertedObjects', () => {
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
      'returned invalid converted object at index 0: invalid groupVersion (expected example.com/v2, received example.com/v1)',
    ],
    [
      'another kind',
      success({ ...converted, kind: 'Gadget' }),
      'returned invalid converted object at index 0: invalid kind (expected Widget, received Gadget)',
    ],
    [
      'another name',
      withMetadata({ name: 'b' }),
      'returned invalid converted object at index 0: must have the same name: a != b',
    ],
    [
      'another namespace',
      withMetadata({ namespace: 'b' }),
      'returned invalid converted object at index 0: must have the same namespace: default != b',
    ],
    [
      'another uid of the object',
      withMetadata({ uid: 'b' }),
      'returned invalid converted object at index 0: must have the same UID: u-1 != b',
    ],
    [
      'no metadata',
      success({ ...converted, metadata: undefined }),
      'returned invalid metadata in object at index 0: missing metadata in converted object',
    ],
    [
      'labels that are not text',
      withMetadata({ labels: { a: 1 } }),
      'returned invalid metadata in object at index 0: metadata.labels[a] must be a string, but is number in converted object',
    ],
    [
      'a bad label',
      withMetadata({ labels: { '-': '1' } }),
      'returned invalid metadata in object at index 0: metadata.labels: Invalid value: "-"',
    ],
  ])('refuses %s', (_what, got, text) => {
    expect(() => convertedObjects(got, sent)).toThrow(text);
  });

  it('does not compare the uid of v1beta1 reviews', () => {
    const old = { response: { result: { status: 'Success' }, convertedObjects: [converted] } };
    expect(convertedObjects(old, { ...sent, isStrict: false })).toHaveLength(1);
  });
});
