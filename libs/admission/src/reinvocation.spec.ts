import type { ApiObject } from '@orch/apimachinery';
import { Reinvocation } from './reinvocation.js';

const pod = (spec: object): ApiObject => ({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' }, spec });

describe('what is called again in the second round', () => {
  /** After a first round that called `a` and `b`, and ended with an object. */
  const called = (object: ApiObject) => {
    const reinvocation = new Reinvocation<string>();
    for (const name of ['a', 'b']) reinvocation.finished(name, name === 'a');
    reinvocation.ended(object);
    return reinvocation;
  };

  it.each([
    ['the same object', (object: ApiObject) => object, false],
    ['an equal copy', (object: ApiObject) => ({ ...object, spec: { ...(object['spec'] as object) } }), false],
    ['a copy with a member undefined', (object: ApiObject) => ({ ...object, status: undefined }), false],
    ['a changed member', () => pod({ priority: 2 }), true],
    ['a new member', () => pod({ priority: 1, priorityClassName: 'c' }), true],
    ['an absent member', () => pod({}), true],
  ])('depends on what other plugins changed: %s', (_what, change, want) => {
    const object = pod({ priority: 1 });
    expect(called(object).isChangedSince(change(object))).toBe(want);
  });

  it('is nothing before the first round has ended', () =>
    expect(new Reinvocation<string>().isChangedSince(pod({}))).toBe(false));

  it('is what was called before a change, and agrees to it', () => {
    const reinvocation = called(pod({}));
    reinvocation.changed();
    reinvocation.finished('c', true);
    expect(['a', 'b', 'c'].filter((name) => reinvocation.isDue(name))).toEqual(['a']);
  });
});
