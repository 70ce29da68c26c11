import { sortInSteps } from './sort-in-steps.js';
import { compareKeys } from './yaml-key-order.js';

const sorted = (keys: readonly string[]): string[] => {
  const sorting = sortInSteps([...keys], compareKeys);
  let step = sorting.next();
  while (!step.done) step = sorting.next();
  return step.value;
};

describe('order of keys in YAML', () => {
  it.each([
    ['letters by code point', ['B', 'Z', 'a', 'b', 'é', 'λ']],
    ['letters after other characters', ['', '.', '/a', ':', '1', 'A', 'a']],
    ['numbers by value', ['a1', 'a2', 'a9', 'a10', 'a10b', 'a010b', 'a011']],
    ['zeros within a number', ['a100', 'a101', 'a200']],
    ['a prefix first', ['a', 'a-b', 'ab']],
    ['managed fields', ['.', 'f:a', 'k:{"port":80}', 'k:{"port":443}', 'v:"a"']],
    ['characters outside the basic plane', ['\u{1f600}', '\u{1f601}', 'a', '\u{10400}']],
  ])('C-084 has %s', (_what, keys) => {
    expect(sorted([...keys].reverse())).toEqual(keys);
    expect([...keys].reverse().sort(compareKeys)).toEqual(keys);
  });

  it('sorts many keys in steps', () => {
    const keys = Array.from({ length: 10_000 }, (_, n) => `k${(n * 7_919) % 10_000}`);
    const sorting = sortInSteps(keys, compareKeys);
    let steps = 0;
    let step = sorting.next();
    for (; !step.done; step = sorting.next()) steps++;
    expect(steps).toBeGreaterThan(20);
    expect(step.value).toEqual(Array.from({ length: 10_000 }, (_, n) => `k${n}`));
  });

  it('sorts few long keys in steps', () => {
    const keys = Array.from({ length: 64 }, (_, n) => `${'k'.repeat(20_000)}${63 - n}`);
    const sorting = sortInSteps([...keys], compareKeys);
    let steps = 0;
    let step = sorting.next();
    for (; !step.done; step = sorting.next()) steps++;
    expect(steps).toBeGreaterThan(60);
    expect(step.value).toEqual(keys.reverse());
  });
});
