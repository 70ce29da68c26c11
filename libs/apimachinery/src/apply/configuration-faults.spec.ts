import { atomicParts } from './atomic-parts.js';
import { configurationFaults, faultText } from './configuration-faults.js';
import { THING } from './stored-object.fixture.js';

describe('configuration faults', () => {
  it.each<[string, object, string[]]>([
    ['fits', { text: 'a', number: 1, items: [{ name: 'a' }], map: { a: 'b' }, quantity: 1, any: { x: [1] } }, []],
    ['nulls', { text: null, map: null, list: null }, []],
    ['an undeclared field', { struct: { nope: 1 } }, ['.struct.nope: field not declared in schema']],
    ['another scalar', { map: { a: 2 } }, ['.map.a: expected string, got &value.valueUnstructured{Value:2}']],
    ['a text as number', { number: 'x' }, ['.number: expected numeric (int or float), got &value.valueUnstructured{Value:"x"}']],
    ['no map', { struct: 1 }, ['.struct: expected map, got &{1}']],
    ['no list', { set: 'a' }, ['.set: expected list, got &{a}']],
    ['no item', { items: [null] }, ['.items: element 0: associative list with keys may not have a null element']],
    ['a key twice', { items: [{ name: 'a' }, { name: 'a' }] }, ['.items: duplicate entries for key [name="a"]']],
  ])('%s', (_name, config, faults) => expect(configurationFaults(config, THING.root)).toEqual(faults)); // prettier-ignore

  it('are one text', () => {
    expect(faultText(['a'])).toBe('a');
    expect(faultText(['a', 'b'])).toBe('errors:\n  a\n  b');
  });

  it('of which one text is made are no more than a message holds', () => {
    const faults = Array.from({ length: 10_000 }, () => 'x'.repeat(100_000));
    expect(faultText(faults)).toBe(`errors:\n  ${faults[0]}`);
  });

  it('atomic parts are named by path', () =>
    expect(
      atomicParts(
        { text: 'a', atomicMap: { a: 'b' }, atomicStruct: {}, list: [], set: ['a'], map: { a: 'b' } },
        THING.root,
      ),
    ).toEqual(['.atomicMap', '.atomicStruct', '.list']));
});
