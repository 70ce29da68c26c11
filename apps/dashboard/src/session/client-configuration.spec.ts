import { credentialsOf } from './client-configuration';

const file = (user: object): object => ({
  'current-context': 'c',
  contexts: [{ name: 'c', context: { user: 'me' } }],
  users: [
    { name: 'other', user: { token: 'wrong' } },
    { name: 'me', user },
  ],
});

describe('credentialsOf', () => {
  test('the token of the current user', () => {
    expect(credentialsOf(file({ token: 'secret' }))).toEqual({ token: 'secret' });
  });

  test.each([
    [file({ 'client-certificate-data': 'x' }), 'export-pkcs12'],
    [file({ exec: {} }), 'a program'],
    [file({ tokenFile: '/run/token' }), '/run/token'],
    [file({}), 'has no token'],
    ['text', 'no users'],
    [null, 'no users'],
  ])('%j says what to do', (parsed, expected) => {
    expect(credentialsOf(parsed)).toEqual({ problem: expect.stringContaining(expected) });
  });
});
