import { FieldPath } from '@orch/apimachinery';
import { vocabularies } from '@orch/vocabulary';
import { cidrWarnings, ipWarnings } from './ip-warnings.js';

const path = FieldPath.of('ip');
const FUTURE = 'will be considered invalid in a future Kubernetes release: use';

describe('warnings of addresses', () => {
  it.each([
    ['10.1.2.3', []],
    ['2001:db8::1', []],
    ['None', []],
    ['010.1.2.3', [`ip: non-standard IP address "010.1.2.3" ${FUTURE} "10.1.2.3"`]],
    ['::ffff:1.2.3.4', [`ip: non-standard IP address "::ffff:1.2.3.4" ${FUTURE} "1.2.3.4"`]],
    ['2001:DB8::1', ['ip: IPv6 address "2001:DB8::1" should be in RFC 5952 canonical format ("2001:db8::1")']],
  ])('address %s', (text, want) => expect(ipWarnings(path, text, vocabularies.kubernetes)).toEqual(want));

  it.each([
    ['10.0.0.0/8', []],
    ['10.0.0.0', []],
    ['10.0.0.0/08', [`ip: non-standard CIDR value "10.0.0.0/08" ${FUTURE} "10.0.0.0/8"`]],
    [
      '10.1.2.3/8',
      ['ip: CIDR value "10.1.2.3/8" is ambiguous in this context (should be "10.0.0.0/8" or "10.1.2.3/32"?)'],
    ],
    ['2001:DB8::/32', ['ip: IPv6 CIDR value "2001:DB8::/32" should be in RFC 5952 canonical format ("2001:db8::/32")']],
  ])('range %s', (text, want) => expect(cidrWarnings(path, text, vocabularies.kubernetes)).toEqual(want));

  it('names the product', () =>
    expect(ipWarnings(path, '01.2.3.4', vocabularies.orch)[0]).toContain('a future Orch release'));
});
