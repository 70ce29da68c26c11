import { isAtOrBefore } from './resource-version.js';

const cases: [version: string, seen: string, want: boolean][] = [
  ['5', '5', true],
  ['4', '5', true],
  ['6', '5', false],
  ['9', '10', true],
  ['10', '9', false],
  ['90071992547409930', '90071992547409931', true],
  ['a', 'b', false],
  ['b', 'b', true],
  ['5', 'x', false],
];
for (const [version, seen, want] of cases) {
  it(`${version} is at or before ${seen}: ${want}`, () => expect(isAtOrBefore(version, seen)).toBe(want));
}
