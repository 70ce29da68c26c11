import type { HasMetadata } from '@orch/client';
import { lastApplied, withLastApplied } from './last-applied.js';

const NAME = 'example.com/last';
const withAnnotation = (text: string) => ({ metadata: { name: 'a', annotations: { [NAME]: text } } });

it('the annotation holds the object without the annotation', () => {
  const object: HasMetadata & { data: object } = {
    kind: 'ConfigMap',
    metadata: { name: 'a', annotations: { note: 'n' } },
    data: { k: 'v' },
  };
  const annotated = withLastApplied(object, NAME);
  expect(annotated.metadata.annotations?.[NAME]).toBe(`${JSON.stringify(object)}\n`);
  expect(lastApplied(annotated, NAME)).toEqual(object);
  expect(object.metadata.annotations).toEqual({ note: 'n' });
});

it('does not nest in itself', () => {
  const twice = withLastApplied(withLastApplied<HasMetadata>({ metadata: { name: 'a' } }, NAME), NAME);
  expect(twice.metadata.annotations?.[NAME]).toBe('{"metadata":{"name":"a","annotations":{}}}\n');
});

it.each([
  ['none', { metadata: { name: 'a' } }],
  ['not JSON', withAnnotation('{')],
  ['a list', withAnnotation('[1]')],
  ['null', withAnnotation('null')],
  ['a text', withAnnotation('"x"')],
])('an annotation that is %s is an empty configuration', (_name, object) =>
  expect(lastApplied(object, NAME)).toEqual({}),
);
