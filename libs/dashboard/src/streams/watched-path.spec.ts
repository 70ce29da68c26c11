import { isWatchOfResource } from './watched-path.js';

it.each([
  '/api/v1/pods?watch=true',
  '/api/v1/pods?watch=1&resourceVersion=5&allowWatchBookmarks=true',
  '/api/v1/namespaces/default/pods?watch=true&fieldSelector=metadata.name%3Da',
  '/api/v1/namespaces?watch=true',
  '/api/v1/namespaces/default/pods/web-0?watch=true',
  '/apis/apps/v1/deployments?watch=true',
  '/apis/rbac.authorization.example.io/v1/clusterroles/system:node?watch=true',
])('%s is a watch', (path) => expect(isWatchOfResource(path)).toBe(true));

it.each([
  ['without a query', '/api/v1/pods'],
  ['a list', '/api/v1/pods?watch=false'],
  ['a list by another value', '/api/v1/pods?watch'],
  ['said twice', '/api/v1/pods?watch=true&watch=false'],
  ['a sub-resource', '/api/v1/namespaces/default/pods/web-0/log?watch=true'],
  ['a proxied request', '/api/v1/namespaces/default/pods/web-0/proxy/x?watch=true'],
  ['a proxied request of a node', '/api/v1/nodes/a/proxy?watch=true'],
  ['the older form', '/api/v1/watch/pods?watch=true'],
  ['a group', '/apis/apps?watch=true'],
  ['a version', '/apis/apps/v1?watch=true'],
  ['another root', '/metrics?watch=true'],
  ['the dashboard itself', '/dashboard/streams?watch=true'],
  ['the parent', '/api/v1/../v1/pods?watch=true'],
  ['an escaped parent', '/api/v1/%2e%2e/pods?watch=true'],
  ['an escaped slash', '/api/v1/namespaces%2fdefault/pods?watch=true'],
  ['an empty segment', '/api/v1//pods?watch=true'],
  ['a host', 'https://other/api/v1/pods?watch=true'],
  ['a host without scheme', '//other/api/v1/pods?watch=true'],
  ['a relative path', 'api/v1/pods?watch=true'],
  ['a header', '/api/v1/pods?watch=true\r\nAuthorization: x'],
  ['a space', '/api/v1/pods?watch=true HTTP/1.1'],
  ['a fragment', '/api/v1/pods?watch=true#x'],
  ['other characters', '/api/v1/pods?watch=true&x=ü'],
  ['too long', `/api/v1/pods?watch=true&x=${'x'.repeat(8_200)}`],
])('%s is not', (_name, path) => expect(isWatchOfResource(path)).toBe(false));
