import { userHeaders } from './user-headers.js';

it('names the user, with escaped keys and UTF-8 on the wire', () => {
  const user = { username: 'jürgen', uid: '7', groups: ['a', 'b,c'], extra: { 'acme.com/project%': ['p', 'q'] } };
  const latin1 = Buffer.from('jürgen').toString('latin1');
  expect(Object.fromEntries(userHeaders(user, true))).toEqual({
    'x-remote-user': [latin1],
    'x-remote-uid': ['7'],
    'x-remote-group': ['a', 'b,c'],
    'x-remote-extra-acme.com%2Fproject%25': ['p', 'q'],
  });
  expect(userHeaders(user, false).has('x-remote-uid')).toBe(false);
});
