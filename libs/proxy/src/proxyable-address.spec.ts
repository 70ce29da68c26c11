import { isProxyable } from './proxyable-address.js';

describe('A-035 addresses a request may be handed on to', () => {
  it.each(['10.1.2.3', '192.168.0.1', '8.8.8.8', 'fd00::7', '2001:db8::1'])('%s', (ip) =>
    expect(isProxyable(ip)).toBe(true),
  );
  it.each([
    ['unspecified', '0.0.0.0'],
    ['unspecified', '::'],
    ['of this machine', '127.0.0.1'],
    ['of this machine', '127.9.9.9'],
    ['of this machine', '::1'],
    ['of this machine, in IPv6 dress', '::ffff:127.0.0.1'],
    ['of this machine, in an older form of IPv6', '::127.0.0.1'],
    ['of this machine, by a translator', '64:ff9b::127.0.0.1'],
    ['of this link, by a translator', '64:ff9b::a9fe:a9fe'],
    ['of this link, by a translator of its own', '64:ff9b:1::a9fe:a9fe'],
    ['of this machine, by 6to4', '2002:7f00:1::'],
    ['of the metadata service', 'fd00:ec2::254'],
    ['of this link', '169.254.169.254'],
    ['of this link', 'fe80::1'],
    ['of many', '224.0.0.1'],
    ['of many', 'ff02::1'],
    ['of all', '255.255.255.255'],
    ['none', ''],
    ['none', 'localhost'],
    ['none', '010.1.2.3'],
  ])('not one %s: %s', (_kind, ip) => expect(isProxyable(ip)).toBe(false));
});
