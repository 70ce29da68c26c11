import { rewriteLocation } from './rewrite-location.js';

const prefix = '/api/v1/namespaces/n/services/s/proxy';
const origin = { prefix, targetHost: '10.0.0.7:80', requestHost: 'localhost:8001' };

describe('A-035 the Location of a redirect is rewritten to the proxy path', () => {
  it.each([
    ['/a/b?c#d', `${prefix}/a/b?c#d`],
    ['/', `${prefix}/`],
    ['http://10.0.0.7:80/a?b', `${prefix}/a?b`],
    ['http://10.0.0.7/a', `${prefix}/a`],
    ['http://localhost:8001/a', `${prefix}/a`],
    ['https://localhost:8001/a', `${prefix}/a`],
    ['//localhost:8001/a', `${prefix}/a`],
    [`${prefix}x`, `${prefix}${prefix}x`],
  ])('%s', (location, rewritten) => expect(rewriteLocation(location, origin)).toBe(rewritten));

  it.each([
    'a/b',
    '../c',
    '?a=b',
    '',
    `${prefix}/a`,
    prefix,
    `http://localhost:8001${prefix}/a`,
    'https://example.com/a',
    '//example.com/a',
    'http://10.0.0.7:81/a',
    'mailto:a@b',
    'http://[',
  ])('as it is: %s', (location) => expect(rewriteLocation(location, origin)).toBe(location));
});
