import { compareObjects, presentFields } from './compare-objects.js';
import { fieldSetOf } from './field-set-of.js';
import { THING } from './stored-object.fixture.js';

const NONE = { added: {}, modified: {}, removed: {} };
const SELF = { '.': {} };
const named = (name: string) => `k:{"name":"${name}"}`;
const port = (number: number, protocol = 'TCP') => `k:{"containerPort":${number},"protocol":"${protocol}"}`;

type Row = [name: string, before: object, after: object, want: object];
const rows: Row[] = [
  ['nothing', { text: 'a', list: [1] }, { list: [1], text: 'a' }, {}],
  [
    'a scalar',
    { text: 'a', number: 1 },
    { text: 'b', flag: true },
    { added: { 'f:flag': {} }, modified: { 'f:text': {} }, removed: { 'f:number': {} } },
  ],
  [
    'a struct that comes as a whole',
    {},
    { struct: { number: 1, inner: { text: 'a' } } },
    { added: { 'f:struct': { ...SELF, 'f:inner': { ...SELF, 'f:text': {} }, 'f:number': {} } } },
  ],
  [
    'a field of a present struct',
    { struct: {} },
    { struct: { number: 1 } },
    { added: { 'f:struct': { 'f:number': {} } } },
  ],
  [
    'null and what has nothing in it',
    { struct: null, map: {} },
    { struct: { number: 1 }, map: { a: 'b' } },
    { added: { 'f:map': { 'f:a': {} }, 'f:struct': { 'f:number': {} } } },
  ],
  ['null to nothing in it', { map: null }, { map: {} }, { modified: { 'f:map': {} } }],
  [
    'what has nothing in it comes',
    {},
    { map: {}, set: [], struct: {} },
    { added: { 'f:map': {}, 'f:set': {}, 'f:struct': {} } },
  ],
  ['a map emptied', { map: { a: '1' } }, { map: {} }, { removed: { 'f:map': { 'f:a': {} } } }],
  ['a map that goes', { map: { a: '1' } }, {}, { removed: { 'f:map': { ...SELF, 'f:a': {} } } }],
  ['an atomic map', { atomicMap: { a: '1' } }, { atomicMap: { b: '1' } }, { modified: { 'f:atomicMap': {} } }],
  ['an atomic struct that comes', {}, { atomicStruct: { number: 1 } }, { added: { 'f:atomicStruct': {} } }],
  ['a list without markers', { list: ['a'] }, { list: ['a', 'b'] }, { modified: { 'f:list': {} } }],
  [
    'items of a set',
    { set: ['a', 'b'] },
    { set: ['c', 'b'] },
    { added: { 'f:set': { 'v:"c"': {} } }, removed: { 'f:set': { 'v:"a"': {} } } },
  ],
  ['the order of a set', { set: ['a', 'b'] }, { set: ['b', 'a'] }, {}],
  [
    'an item of a keyed list',
    { items: [{ name: 'a', value: '1' }] },
    { items: [{ name: 'b' }, { name: 'a', value: '2' }] },
    {
      added: { 'f:items': { [named('b')]: { ...SELF, 'f:name': {} } } },
      modified: { 'f:items': { [named('a')]: { 'f:value': {} } } },
    },
  ],
  [
    'items with several keys',
    { items: [{ name: 'a', ports: [{ containerPort: 80 }] }] },
    {
      items: [
        {
          name: 'a',
          ports: [
            { containerPort: 80, name: 'x' },
            { containerPort: 80, protocol: 'UDP' },
          ],
        },
      ],
    },
    {
      added: {
        'f:items': {
          [named('a')]: {
            'f:ports': {
              [port(80)]: { 'f:name': {} },
              [port(80, 'UDP')]: { ...SELF, 'f:containerPort': {}, 'f:protocol': {} },
            },
          },
        },
      },
    },
  ],
  ['repeats that stay', { set: ['a', 'a'] }, { set: ['a', 'a'] }, {}],
  [
    'repeats that become one',
    { items: [{ name: 'a' }, { name: 'a', value: '1' }] },
    { items: [{ name: 'a' }] },
    { added: { 'f:items': { [named('a')]: { ...SELF, 'f:name': {} } } }, removed: { 'f:items': { [named('a')]: {} } } },
  ],
  [
    'one that is repeated',
    { set: ['a'] },
    { set: ['a', 'a'] },
    { added: { 'f:set': { 'v:"a"': {} } }, removed: { 'f:set': { 'v:"a"': {} } } },
  ],
  [
    'repeats that change',
    { items: [{ name: 'a' }, { name: 'a' }] },
    { items: [{ name: 'a' }, { name: 'a', value: '1' }] },
    { modified: { 'f:items': { [named('a')]: {} } } },
  ],
  [
    'a map to a scalar, where anything goes',
    { any: { a: { b: 1 } } },
    { any: { a: 5 } },
    { modified: { 'f:any': { 'f:a': {} } }, removed: { 'f:any': { 'f:a': { 'f:b': {} } } } },
  ],
  [
    'a list to a map, where anything goes',
    { any: { a: [1] } },
    { any: { a: { b: 1 } } },
    { added: { 'f:any': { 'f:a': { 'f:b': {} } } }, modified: { 'f:any': { 'f:a': {} } } },
  ],
  [
    'a key named as the prototype',
    {},
    JSON.parse('{"map":{"__proto__":"x"}}') as object,
    { added: { 'f:map': { ...SELF, 'f:__proto__': {} } } },
  ],
  [
    'a key named as an inherited member',
    { map: {} },
    { map: { constructor: 'x' } },
    { added: { 'f:map': { 'f:constructor': {} } } },
  ],
];

describe('compareObjects', () => {
  it.each(rows)('sees %s', (_name, before, after, want) => {
    const found = compareObjects(before, after, THING.root);
    expect(found).toEqual({ ...NONE, ...want });
    // Also compares the order of keys.
    expect(JSON.stringify(found)).toBe(JSON.stringify({ ...NONE, ...want }));
  });
});

describe('fieldSetOf', () => {
  const said: [name: string, config: object, want: object][] = [
    ['a scalar', { text: 'a', number: 0, flag: null }, { 'f:flag': {}, 'f:number': {}, 'f:text': {} }],
    [
      'fields of structs, not what leads to them',
      { struct: { inner: { text: 'a' } } },
      { 'f:struct': { 'f:inner': { 'f:text': {} } } },
    ],
    [
      'keys of maps, with what is in them',
      { mapOfStructs: { a: { text: 'x' } } },
      { 'f:mapOfStructs': { 'f:a': { ...SELF, 'f:text': {} } } },
    ],
    ['a struct or map with nothing in it', { struct: {}, map: {} }, { 'f:map': {}, 'f:struct': {} }],
    ['nothing in an empty list with owned items', { set: [], items: [], list: [] }, { 'f:list': {} }],
    [
      'items, with what is in them',
      { items: [{ name: 'a', tags: ['x'] }], numbers: [10, 9] },
      {
        'f:items': { [named('a')]: { ...SELF, 'f:name': {}, 'f:tags': { 'v:"x"': {} } } },
        'f:numbers': { 'v:9': {}, 'v:10': {} },
      },
    ],
    [
      'repeats as one',
      { items: [{ name: 'a' }, { name: 'a' }], set: ['x', 'x'] },
      { 'f:items': { [named('a')]: {} }, 'f:set': { 'v:"x"': {} } },
    ],
    [
      'what is atomic as one',
      { atomicMap: { a: '1' }, atomicStruct: {}, atomicList: [{}] },
      { 'f:atomicList': {}, 'f:atomicMap': {}, 'f:atomicStruct': {} },
    ],
    [
      'anything by its keys',
      { any: { a: [1], b: { c: null } } },
      { 'f:any': { 'f:a': {}, 'f:b': { ...SELF, 'f:c': {} } } },
    ],
  ];
  it.each(said)('has %s', (_name, config, want) => {
    expect(JSON.stringify(fieldSetOf(config, THING.root))).toBe(JSON.stringify(want));
  });
});

describe('items', () => {
  const compare = (before: object, after: object) => compareObjects(before, after, THING.root);

  it('are added to an empty list, without the list itself', () => {
    expect(compare({ set: [] }, { set: ['a'] })).toEqual({ ...NONE, added: { 'f:set': { 'v:"a"': {} } } });
  });

  it('differ when the only item of a list is replaced', () => {
    expect(compare({ set: ['a'] }, { set: ['b'] })).toEqual({
      ...NONE,
      added: { 'f:set': { 'v:"b"': {} } },
      removed: { 'f:set': { 'v:"a"': {} } },
    });
    const item = (name: string) => ({ 'f:items': { [named(name)]: { ...SELF, 'f:name': {} } } });
    expect(compare({ items: [{ name: 'a' }] }, { items: [{ name: 'b' }] })).toEqual({
      ...NONE,
      added: item('b'),
      removed: item('a'),
    });
  });

  it('of long lists are identified and sorted like those of short ones', () => {
    const names = Array.from({ length: 40 }, (_, i) => `n${String(i).padStart(2, '0')}`);
    const added = Object.fromEntries(names.map((name) => [`v:"${name}"`, {}]));
    const set = [...names.slice(7), ...names.slice(0, 7)];
    expect(JSON.stringify(compare({ set: [] }, { set }).added)).toBe(JSON.stringify({ 'f:set': added }));
    expect(compare({ set: names }, { set })).toEqual(NONE);
  });

  it('are added with their list', () => {
    expect(compare({}, { set: ['a'] })).toEqual({ ...NONE, added: { 'f:set': { ...SELF, 'v:"a"': {} } } });
  });

  it('that are duplicates are added and removed as one', () => {
    expect(compare({ set: ['x'] }, { set: ['x', 'a', 'a'] })).toEqual({ ...NONE, added: { 'f:set': { 'v:"a"': {} } } });
    expect(compare({ set: ['x', 'a', 'a'] }, { set: ['x'] })).toEqual({
      ...NONE,
      removed: { 'f:set': { 'v:"a"': {} } },
    });
  });
});

describe('presentFields', () => {
  it('has every key without a schema', () => {
    expect(presentFields({ any: { a: { b: { c: 1 } } } }, THING.root)).toEqual({
      'f:any': { ...SELF, 'f:a': { ...SELF, 'f:b': { ...SELF, 'f:c': {} } } },
    });
  });

  it('skips undefined members', () => {
    expect(presentFields({ text: undefined, number: 1 }, THING.root)).toEqual({ 'f:number': {} });
  });
});
