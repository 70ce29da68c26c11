import { FieldPath } from '@orch/apimachinery';
import { checkCanonicalIp } from './ip-values.js';

describe('the name of an address', () => {
  it.each([
    ['10.0.0.1', []],
    ['2001:db8::1', []],
    ['x', ['must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)']],
    ['010.0.0.1', ['must not have leading 0s']],
    ['::ffff:1.2.3.4', ['must not be an IPv4-mapped IPv6 address']],
    ['2001:DB8::1', ['must be in canonical form ("2001:db8::1")']],
  ])('%s', (name, faults) =>
    expect(checkCanonicalIp(FieldPath.of('n'), name).map(({ detail }) => detail)).toEqual(
      faults.map((fault) => `Invalid value: "${name}": ${fault}`),
    ),
  );
});
