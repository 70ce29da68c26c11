import fc from 'fast-check';
import { decodeYaml } from './yaml.js';
import { yamlNumber } from './yaml-number.js';
import { writeYaml } from './yaml-writer.js';

describe('yamlNumber', () => {
  it.each([
    [1, '1'],
    [-0, '0'],
    [2.5, '2.5'],
    [123456.5, '123456.5'],
    [1000000.5, '1.0000005e+06'],
    [-1234567.25, '-1.23456725e+06'],
    [0.0001, '0.0001'],
    [0.00001, '1e-05'],
    [-0.00001234, '-1.234e-05'],
    [1e-100, '1e-100'],
    [5e-324, '5e-324'],
    [2 ** 53, '9007199254740992'],
    [1e18, '1000000000000000000'],
    [2 ** 63, '9223372036854776000'],
    [-(2 ** 63), '-9.223372036854776e+18'],
    [-9223372036854774000, '-9223372036854774000'],
    [1e19, '10000000000000000000'],
    [-1e19, '-1e+19'],
    [18446744073709549568, '18446744073709550000'],
    [2 ** 64, '1.8446744073709552e+19'],
    [1e20, '1e+20'],
    [1.25e22, '1.25e+22'],
    [Number.MAX_VALUE, '1.7976931348623157e+308'],
  ])('writes %d as kube-apiserver does', (value, text) => {
    expect(yamlNumber(value)).toBe(text);
    expect(writeYaml({ k: value })).toBe(`k: ${text}\n`);
  });

  it('is read as the same number', () =>
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const bytes = new TextEncoder().encode(writeYaml({ k: value }));
        expect(decodeYaml(bytes).value).toEqual({ k: value === 0 ? 0 : value });
      }),
      { numRuns: 2_000 },
    ));
});
