import { isOwnOrigin } from './own-origin.js';

test.each([
  ['https://here.example:6443', { host: 'here.example:6443' }, true],
  ['https://here.example', { host: 'HERE.example:443' }, true],
  ['http://here.example', { host: 'here.example:80' }, true],
  ['https://[::1]:6443', { ':authority': '[::1]:6443', host: 'other' }, true],
  ['https://here.example:8443', { host: 'here.example:6443' }, false],
  ['https://there.example', { host: 'here.example' }, false],
  ['https://here.example.there.example', { host: 'here.example' }, false],
  ['null', { host: 'null' }, false],
  ['file://here.example', { host: 'here.example' }, false],
  ['https://here.example', {}, false],
])('%s of %j: %s', (origin, headers, is) => {
  expect(isOwnOrigin(origin, headers)).toBe(is);
});
