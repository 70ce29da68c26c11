import fc from 'fast-check';
import { TextMembers } from './text-members.js';

function membersOf(value: unknown) {
  const json = Buffer.from(JSON.stringify(value));
  const members = TextMembers.of(json);
  return { get: (name: string) => members.get(json, name) };
}

describe('TextMembers', () => {
  it('finds each text by its name, and nothing else', () => {
    const texts = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(fc.dictionary(texts, texts), fc.array(texts), (object, names) => {
        const members = membersOf(object);
        for (const name of [...Object.keys(object), ...names])
          expect(members.get(name)).toBe(Object.hasOwn(object, name) ? object[name] : undefined);
      }),
    );
  });

  it('has no members of other types', () => {
    const members = membersOf({ text: 'a', number: 1, object: { text: 'b', inner: 'c' }, list: ['inner'], none: null });
    expect(['text', 'number', 'object', 'inner', 'list', 'none'].map((name) => members.get(name))).toEqual([
      'a',
      ...Array.from({ length: 5 }, () => undefined),
    ]);
    expect([membersOf([]), membersOf('text'), membersOf({})].map((empty) => empty.get('text'))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
