import { formatIp } from './ip-address.js';
import { canonicalIp, legacyIpFamilyOf, parseLegacyCidr, parseLegacyIp } from './legacy-address.js';

describe('addresses in older forms', () => {
  const forms: [string, string | undefined][] = [
    ['10.0.0.1', '10.0.0.1'],
    ['010.1.2.3', '10.1.2.3'],
    ['0000.08.2.003', '0.8.2.3'],
    ['::ffff:1.2.3.4', '1.2.3.4'],
    ['::FFFF:0102:0304', '1.2.3.4'],
    ['::ffff:1.2.3.04', '1.2.3.4'],
    ['::01.2.3.4', '::102:304'],
    ['2001:DB8::1', '2001:db8::1'],
    ['256.1.1.1', undefined],
    ['1.2.3', undefined],
    ['0x1.2.3.4', undefined],
    ['fe80::1%eth0', undefined],
    ['', undefined],
  ];
  it.each(forms)('%s is %s', (text, want) => {
    const address = parseLegacyIp(text);
    expect([address && formatIp(address), canonicalIp(text)]).toEqual([want, want]);
    expect(legacyIpFamilyOf(text)).toBe(address?.family);
  });

  const ranges: [string, [network: string, host: string, ambiguous: boolean] | undefined][] = [
    ['10.0.0.0/8', ['10.0.0.0/8', '10.0.0.0/32', false]],
    ['010.1.2.3/08', ['10.0.0.0/8', '10.1.2.3/32', true]],
    ['::ffff:10.0.0.0/104', ['10.0.0.0/8', '10.0.0.0/128', false]],
    ['::ffff:1.2.3.4/64', ['::/64', '1.2.3.4/128', true]],
    ['2001:DB8::1/32', ['2001:db8::/32', '2001:db8::1/128', true]],
    ['1.2.3.4/33', undefined],
    ['1.2.3/24', undefined],
    ['1.2.3.4', undefined],
  ];
  it.each(ranges)('the range %s', (text, want) => {
    const range = parseLegacyCidr(text);
    expect(range && [range.network, range.host, range.ambiguous]).toEqual(want);
  });
});
