import { resolveRequestInfo } from '@orch/http';
import { proxiedPath } from './proxied-path.js';

const services = '/api/v1/namespaces/n/services/s:80/proxy';

describe('C-022 the path behind a proxy', () => {
  it.each([
    [services, services, '', ''],
    [`${services}/`, services, '/', ''],
    [`${services}/a/b?c=d/e`, services, '/a/b', '?c=d/e'],
    [`${services}//a%2Fb/`, services, '//a%2Fb/', ''],
    [`${services}/../x`, services, '/../x', ''],
    [`${services}?a`, services, '', '?a'],
    [`${services}/proxy/proxy`, services, '/proxy/proxy', ''],
    [`https://host${services}/a`, services, '/a', ''],
    ['/api/v1/nodes/n/proxy/a', '/api/v1/nodes/n/proxy', '/a', ''],
    ['/api/v1/namespaces/n/pods/http%3Ap%3A80/proxy/a', '/api/v1/namespaces/n/pods/http%3Ap%3A80/proxy', '/a', ''],
  ])('%s', (url, prefix, path, query) =>
    expect(proxiedPath(url, resolveRequestInfo('GET', url))).toEqual({ prefix, path, query }),
  );
});
