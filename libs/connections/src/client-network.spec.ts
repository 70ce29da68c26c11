import { clientNetwork } from './client-network.js';

describe('clientNetwork', () => {
  const cases: [address: string, network: string][] = [
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:3::', '2001:db8:1:2::/64'],
    ['2001:db8::6', '2001:db8:0:0::/64'],
    ['2001:db8::3:4:5:6:7', '2001:db8:0:3::/64'],
    ['2001::2:3:4:5:6', '2001:0:0:2::/64'],
    ['::3:4:5:6:7', '0:0:0:3::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['fe80::1:2:3:4%eth0', 'fe80:0:0:0::/64'],
  ];
  for (const [address, network] of cases) {
    it(`${address} belongs to ${network}`, () => expect(clientNetwork(address)).toBe(network));
  }
});
