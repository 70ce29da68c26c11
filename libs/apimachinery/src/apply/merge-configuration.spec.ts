import { mergeConfiguration } from './merge-configuration.js';
import { THING } from './stored-object.fixture.js';

const rows: [name: string, live: object, config: object, want: object][] = [
  ['fields', { text: 'a', number: 1 }, { number: 2, flag: false }, { text: 'a', number: 2, flag: false }],
  [
    'structs and maps',
    { struct: { number: 1 }, map: { a: '1' } },
    { struct: { text: 'x' }, map: { b: '1' } },
    { struct: { number: 1, text: 'x' }, map: { a: '1', b: '1' } },
  ],
  [
    'what is atomic',
    { atomicMap: { a: '1' }, list: [1] },
    { atomicMap: { b: '1' }, list: [2] },
    { atomicMap: { b: '1' }, list: [2] },
  ],
  ['an atomic list emptied', { list: [1] }, { list: [] }, { list: [] }],
  [
    'what others own in part stays when it is emptied',
    { map: { a: '1' }, set: ['a'], struct: { number: 1 } },
    { map: {}, set: [], struct: null },
    { map: { a: '1' }, set: ['a'], struct: { number: 1 } },
  ],
  ['null over a scalar', { text: 'a' }, { text: null }, { text: null }],
  [
    'anything',
    { any: { a: { b: 1 }, l: [1] } },
    { any: { a: { c: 2 }, l: [2] } },
    { any: { a: { b: 1, c: 2 }, l: [2] } },
  ],
  ['anything of another sort', { any: { a: { b: 1 } } }, { any: { a: 1 } }, { any: { a: 1 } }],
  [
    'a key named as the prototype',
    {},
    JSON.parse('{"map":{"__proto__":"x"}}') as object,
    JSON.parse('{"map":{"__proto__":"x"}}') as object,
  ],
  [
    'items by key',
    { items: [{ name: 'a', value: '1' }, { name: 'b' }] },
    { items: [{ name: 'a', tags: ['x'] }] },
    { items: [{ name: 'a', value: '1', tags: ['x'] }, { name: 'b' }] },
  ],
  [
    'one item over repeats',
    { items: [{ name: 'a', value: '1' }, { name: 'b' }, { name: 'a', value: '2' }] },
    { items: [{ name: 'a' }] },
    { items: [{ name: 'a' }, { name: 'b' }] },
  ],
  ['repeats that are not mentioned', { set: ['a', 'a'] }, { set: ['b'] }, { set: ['a', 'a', 'b'] }],
];

/** Live items, items of the configuration, merged items. */
const orders: [live: string, config: string, want: string][] = [
  ['', 'ab', 'ab'],
  ['ab', '', 'ab'],
  ['ab', 'cd', 'abcd'],
  ['abc', 'b', 'abc'],
  ['ab', 'ba', 'ba'],
  ['abcd', 'db', 'acdb'],
  ['ac', 'abc', 'abc'],
  ['axc', 'abc', 'axbc'],
  ['xab', 'ba', 'xba'],
  ['axb', 'ba', 'xba'],
  ['axby', 'ba', 'xbya'],
  ['abc', 'xcya', 'bxcya'],
  ['1a2b3c4', 'cab', '123c4ab'],
  ['1a2b3c4', 'abxc', '1a2b3xc4'],
];

describe('mergeConfiguration', () => {
  it.each(rows)('merges %s', (_name, live, config, want) => {
    const before = JSON.stringify([live, config]);
    expect(mergeConfiguration(live, config, THING.root)).toEqual(want);
    expect(JSON.stringify([live, config])).toBe(before);
  });

  it.each(orders)('merges items %p and %p in the order %p', (live, config, want) => {
    const set = (letters: string) => ({ set: [...letters] });
    expect(mergeConfiguration(set(live), set(config), THING.root)).toEqual(set(want));
    const items = (letters: string) => ({ items: [...letters].map((name) => ({ name })) });
    expect(mergeConfiguration(items(live), items(config), THING.root)).toEqual(items(want));
  });
});
