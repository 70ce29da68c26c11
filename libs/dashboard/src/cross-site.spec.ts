import { refuseCrossSite } from './cross-site.js';

const json = { host: 'orch.example:6443', 'content-type': 'application/json' };

it.each([
  ['a program', {}],
  ['the page', { 'sec-fetch-site': 'same-origin', origin: 'https://orch.example:6443' }],
  ['the page in HTTP/2', { ':authority': 'Orch.example', host: undefined, origin: 'https://orch.example' }],
  ['the page at the port of its scheme', { host: 'orch.example:443', origin: 'https://orch.example' }],
  ['a type with parameters', { 'content-type': 'Application/JSON; charset=utf-8' }],
])('takes a request of %s', (_name, headers) => expect(() => refuseCrossSite({ ...json, ...headers })).not.toThrow());

it.each([
  ['another site', { 'sec-fetch-site': 'cross-site' }, 403],
  ['an address that a user typed', { 'sec-fetch-site': 'none' }, 403],
  ['another origin', { origin: 'https://evil.example' }, 403],
  ['an origin that begins alike', { origin: 'https://orch.example:6443.evil.example' }, 403],
  ['an origin with a user', { origin: 'https://orch.example:6443@evil.example' }, 403],
  ['an opaque origin', { origin: 'null' }, 403],
  ['a file', { origin: 'file://orch.example:6443' }, 403],
  ['a rebound name', { origin: 'https://evil.example:6443', 'sec-fetch-site': 'same-origin' }, 403],
  ['a form', { 'content-type': 'text/plain' }, 415],
  ['nothing declared', { 'content-type': undefined }, 415],
])('refuses a request of %s', (_name, headers, code) => {
  expect(() => refuseCrossSite({ ...json, ...headers })).toThrow(expect.objectContaining({ code }));
});
