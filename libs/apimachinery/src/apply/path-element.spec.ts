import { canonicalElement, compareElements, inElementOrder, showElement } from './path-element.js';

describe('path elements', () => {
  it('C-131 are ordered: itself, fields, items by keys, items by value, indexes', () => {
    const ordered = [
      '.',
      'f:',
      'f:Z',
      'f:a',
      'f:\ue000',
      'f:\u{10000}',
      'k:{"a":9}',
      'k:{"a":80}',
      'k:{"a":443}',
      'k:{"a":443,"b":"TCP"}',
      'k:{"a":"x"}',
      'k:{"a":true}',
      'k:{"b":1}',
      'v:-1',
      'v:2',
      'v:10',
      'v:"10"',
      'v:"2"',
      'v:false',
      'v:true',
      'v:[1]',
      'v:[1,2]',
      'v:{"a":1}',
      'v:null',
      'i:2',
      'i:10',
    ];
    expect(inElementOrder([...ordered].reverse())).toEqual(ordered);
    for (const element of ordered) expect(compareElements(element, element)).toBe(0);
  });

  it('C-131 have a canonical form', () => {
    expect(canonicalElement('k:{ "b": "TCP", "a" : 8e1 }')).toBe('k:{"a":80,"b":"TCP"}');
    expect(canonicalElement('v: "a"')).toBe('v:"a"');
    expect(canonicalElement('i:07')).toBe('i:7');
    expect(canonicalElement('f:a:b')).toBe('f:a:b');
    expect(canonicalElement('x:a')).toBeUndefined();
    for (const broken of ['k:{', 'k:1', 'v:', 'i:x']) expect(() => canonicalElement(broken)).toThrow(SyntaxError);
  });

  it('are formatted for messages', () => {
    expect(['f:spec', 'k:{"a":80,"b":"x"}', 'v:"y"', 'v:1', 'i:3'].map(showElement)).toEqual([
      '.spec',
      '[a=80,b="x"]',
      '[="y"]',
      '[=1]',
      '[3]',
    ]);
  });
});
