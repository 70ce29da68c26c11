import { endToEndHeaders } from './end-to-end-headers.js';

describe('end-to-end headers', () => {
  it('are those of the message, each with all its values', () => {
    const headers = endToEndHeaders(['Accept', 'a', 'X-One', '1', 'accept', 'b', '__proto__', 'p', ':path', '/']);
    expect([...headers]).toEqual([
      ['accept', ['a', 'b']],
      ['x-one', ['1']],
      ['__proto__', ['p']],
    ]);
  });

  it.each(['Connection', 'Keep-Alive', 'Proxy-Authenticate', 'Proxy-Authorization', 'Proxy-Connection', 'TE', 'Trailer', 'Transfer-Encoding', 'Upgrade'])('not %s', (name) =>
    expect([...endToEndHeaders([name, 'x'])]).toEqual([]),
  ); // prettier-ignore

  it('not those that the connection names', () => {
    const headers = endToEndHeaders([
      'Connection',
      'X-A, x-b',
      'X-A',
      '1',
      'Connection',
      'x-c',
      'X-B',
      '2',
      'X-C',
      '3',
      'X-D',
      '4',
    ]);
    expect([...headers.keys()]).toEqual(['x-d']);
  });
});
