import * as fc from 'fast-check';
import { SysctlPatterns } from './sysctl-patterns.js';

const covers = (pattern: string, name: string): boolean =>
  pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : pattern === name;

it('SysctlPatterns overlap a pattern as one of them does', () => {
  const pattern = fc
    .tuple(fc.string({ unit: fc.constantFrom('a', 'b', '*'), maxLength: 4 }), fc.constantFrom('', '*'))
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.array(pattern, { maxLength: 5 }), pattern, (names, one) => {
      const want = names.some((other) => covers(one, other) || covers(other, one));
      expect(new SysctlPatterns(names).overlaps(one)).toBe(want);
    }),
    { numRuns: 2_000 },
  );
});
