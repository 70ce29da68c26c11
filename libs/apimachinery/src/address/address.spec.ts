import fc from 'fast-check';
import { cidrHolds, formatCidr, parseCidr } from './cidr.js';
import { formatIp, ipFamilyOf, parseIp } from './ip-address.js';

describe('addresses', () => {
  const forms: [string, string | undefined][] = [
    ['10.0.0.1', '10.0.0.1'],
    ['255.255.255.255', '255.255.255.255'],
    ['010.0.0.1', undefined],
    ['10.0.0', undefined],
    ['10.0.0.256', undefined],
    ['None', undefined],
    ['', undefined],
    ['::', '::'],
    ['::1', '::1'],
    ['FD00:0:0:1:0:0:0:5', 'fd00:0:0:1::5'],
    ['2001:db8::1:0:0:1', '2001:db8::1:0:0:1'],
    ['1:2:3:4:5:6:7:8', '1:2:3:4:5:6:7:8'],
    ['1:0:3:4:5:6:7:8', '1:0:3:4:5:6:7:8'],
    ['64:ff9b::1.2.3.4', '64:ff9b::102:304'],
    ['::ffff:1.2.3.4', undefined],
    ['fe80::1%eth0', undefined],
  ];
  for (const [text, want] of forms) {
    it(`reads ${JSON.stringify(text)} as ${want ?? 'nothing'}`, () => {
      const address = parseIp(text);
      expect(address && formatIp(address)).toBe(want);
    });
  }

  it('a formatted address parses to the same address', () =>
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (text) => {
        const address = parseIp(text);
        fc.pre(address !== undefined);
        expect(parseIp(formatIp(address!))).toEqual(address);
        expect(ipFamilyOf(text)).toBe(text.includes(':') ? 'IPv6' : 'IPv4');
      }),
    ));

  it('reads ranges', () => {
    const range = parseCidr('10.0.0.7/24')!;
    expect([formatCidr(range), range.size]).toEqual(['10.0.0.0/24', 256n]);
    const held = ['10.0.0.0', '10.0.0.255', '10.0.1.0', '::1'].map((text) => cidrHolds(range, parseIp(text)!));
    expect(held).toEqual([true, true, false, false]);
    expect(parseCidr('0.0.0.0/0')!.size).toBe(1n << 32n);
    for (const text of ['10.0.0.0', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/024', '/24', 'fd00::/129', ''])
      expect(parseCidr(text)).toBeUndefined();
  });
});
