import { hookTarget } from './hook-target.js';

describe('hookTarget', () => {
  // As kube-apiserver 1.33 sends them.
  it.each([
    ['', '/'],
    ['/', '/'],
    ['//failing', '/failing'],
    ['/a/', '/a'],
    ['/a/../b', '/b'],
    ['/a//b/./c', '/a/b/c'],
    ['/a%2Fb', '/a/b'],
    ['/%2e%2e/x', '/x'],
    ['/ü', '/%C3%BC'],
    ['/a b', '/a%20b'],
    ['/a%3Fb%23c?d=e', '/a%3Fb%23c?d=e'],
  ])('a URL that ends in %j is called at %s', (end, path) => {
    expect(hookTarget({ url: `https://127.0.0.1:8443${end}` })).toMatchObject({
      origin: 'https://127.0.0.1:8443',
      path,
    });
  });

  it('a service is called at its path without a slash at its end', () => {
    const service = { namespace: 'default', name: 'hook', path: '/validate/' };
    expect(hookTarget({ service })).toMatchObject({ origin: 'https://hook.default.svc:443', path: '/validate' });
  });

  it('a path that is not valid is an error, not a call', () => {
    expect(() => hookTarget({ url: 'https://127.0.0.1/%zz' })).toThrow('the path of the webhook is not valid: /%zz');
  });
});
