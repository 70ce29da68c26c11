import type { DefinitionParts } from './definition-parts.js';
import { GroupNames } from './group-names.js';

const defined = (plural: string, names: object = {}, accepted: object = { plural, kind: plural }): DefinitionParts =>
  ({
    metadata: { name: `${plural}.example.com` },
    spec: { group: 'example.com', names: { plural, kind: plural, ...names } },
    status: { acceptedNames: { ...accepted, ...names } },
  }) as unknown as DefinitionParts;

describe('names of a group', () => {
  const namesOf = (...definitions: readonly DefinitionParts[]): GroupNames => {
    const names = new GroupNames();
    for (const one of definitions) names.set(one);
    return names;
  };
  const taken = (names: GroupNames, own: string, name: string): readonly boolean[] => {
    const { resources, kinds } = names.takenByOthers('example.com', `${own}.example.com`);
    return [resources.has(name), kinds.has(name)];
  };

  it('are taken for others, and free for their own definition', () => {
    const names = namesOf(defined('as', { singular: 'as', shortNames: ['as', 'x'], listKind: 'L' }), defined('bs'));
    expect(['as', 'x', 'L', 'none'].map((name) => taken(names, 'bs', name))).toEqual([
      [true, true],
      [true, false],
      [false, true],
      [false, false],
    ]);
    expect(['as', 'x', 'L'].map((name) => taken(names, 'as', name))).toEqual(Array(3).fill([false, false]));
    expect(taken(names, 'new', 'bs')).toEqual([true, true]);
  });

  it('that two definitions have are taken for both, until one gives them up', () => {
    const names = namesOf(defined('as', { shortNames: ['x'] }), defined('bs', { shortNames: ['x', 'x'] }));
    expect([taken(names, 'as', 'x'), taken(names, 'bs', 'x')]).toEqual([
      [true, false],
      [true, false],
    ]);
    names.set(defined('bs'));
    expect([taken(names, 'as', 'x'), taken(names, 'bs', 'x')]).toEqual([
      [false, false],
      [true, false],
    ]);
  });

  it('are free after the definition is gone, also after it was recorded twice', () => {
    const names = namesOf(defined('as'), defined('as'), defined('bs'));
    names.delete(defined('as'));
    names.delete(defined('as'));
    expect(taken(names, 'bs', 'as')).toEqual([false, false]);
    expect(taken(names, 'as', 'bs')).toEqual([true, true]);
  });

  it('are not read again for each decision about another definition', () => {
    let reads = 0;
    const shortNames = new Proxy(['x', 'y'], {
      get(list, member, receiver) {
        reads++;
        return Reflect.get(list, member, receiver) as unknown;
      },
    });
    const names = namesOf(defined('as', { shortNames }), defined('bs'));
    const before = reads;
    for (let i = 0; i < 10; i++) taken(names, 'bs', 'x');
    expect(reads).toBe(before);
  });
});
