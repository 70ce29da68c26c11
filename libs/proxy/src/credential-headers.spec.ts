import { credentialHeaders } from './credential-headers.js';

describe('credential headers', () => {
  const trusted = {
    clientCaFile: 'ca.crt',
    allowedNames: [],
    usernameHeaders: ['X-Who'],
    uidHeaders: ['X-Uid'],
    groupHeaders: ['X-Teams'],
    extraHeaderPrefixes: ['X-More-'],
  };
  it.each([
    'authorization',
    'impersonate-user',
    'impersonate-extra-a',
    'x-remote-user',
    'x-remote-group',
    'x-remote-uid',
    'x-remote-extra-a',
  ])('B-102 B-129 %s is not forwarded to a backend', (name) => {
    // prettier-ignore
    expect(credentialHeaders(undefined)(name)).toBe(true);
    expect(credentialHeaders(trusted)(name)).toBe(true);
  });
  it.each(['x-who', 'x-uid', 'x-teams', 'x-more-a'])('B-104 neither does %s where it is configured', (name) => {
    expect(credentialHeaders(trusted)(name)).toBe(true);
    expect(credentialHeaders(undefined)(name)).toBe(false);
  });
  it.each(['accept', 'x-remote', 'x-remote-addr', 'cookie', 'x-who-else'])('%s does', (name) =>
    expect(credentialHeaders(trusted)(name)).toBe(false),
  );
});
