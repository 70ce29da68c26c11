import { ApiError } from '@orch/apimachinery';
import * as fc from 'fast-check';
import type { RequestInfo } from './request-context.js';
import { resolveRequestInfo } from './request-info.js';

interface Row {
  readonly id: string;
  readonly name: string;
  readonly request: string;
  readonly want: Partial<RequestInfo>;
}

const rows: Row[] = [
  {
    id: 'A-025',
    name: 'GET on a collection is list',
    request: 'GET /api/v1/namespaces/t1/configmaps',
    want: { verb: 'list', namespace: 't1', resource: 'configmaps', name: '', isResource: true },
  },
  {
    id: 'A-026',
    name: 'GET on an object is get',
    request: 'GET /api/v1/namespaces/t1/configmaps/x',
    want: { verb: 'get', name: 'x' },
  },
  {
    id: 'A-027',
    name: 'GET with watch is watch',
    request: 'GET /api/v1/namespaces/t1/configmaps?watch=true',
    want: { verb: 'watch' },
  },
  { id: 'A-028', name: 'PUT is update', request: 'PUT /api/v1/namespaces/t1/configmaps/x', want: { verb: 'update' } },
  { id: 'A-024', name: 'POST is create', request: 'POST /api/v1/namespaces/t1/configmaps', want: { verb: 'create' } },
  { id: 'A-024', name: 'PATCH is patch', request: 'PATCH /api/v1/namespaces/t1/configmaps/x', want: { verb: 'patch' } },
  {
    id: 'A-024',
    name: 'DELETE of an object is delete',
    request: 'DELETE /api/v1/namespaces/t1/configmaps/x',
    want: { verb: 'delete' },
  },
  {
    id: 'A-024',
    name: 'DELETE of a collection is deletecollection',
    request: 'DELETE /api/v1/namespaces/t1/configmaps',
    want: { verb: 'deletecollection' },
  },
  {
    id: 'A-023',
    name: 'another method keeps its name',
    request: 'TRACE /api/v1/namespaces/t1/configmaps',
    want: { verb: 'trace' },
  },
  {
    id: 'C-035',
    name: 'watch without a value watches',
    request: 'GET /api/v1/configmaps?watch',
    want: { verb: 'watch', namespace: '' },
  },
  { id: 'C-035', name: 'watch=1 watches', request: 'GET /api/v1/configmaps?watch=1', want: { verb: 'watch' } },
  { id: 'C-035', name: 'watch=0 lists', request: 'GET /api/v1/configmaps?watch=0', want: { verb: 'list' } },
  { id: 'C-035', name: 'watch=False lists', request: 'GET /api/v1/configmaps?watch=False', want: { verb: 'list' } },
  {
    id: 'C-036',
    name: 'watch on an object keeps its name',
    request: 'GET /api/v1/namespaces/t1/configmaps/x?watch=true',
    want: { verb: 'watch', name: 'x' },
  },
  {
    id: 'C-038',
    name: 'the legacy prefix watches',
    request: 'GET /api/v1/watch/namespaces/t1/configmaps',
    want: { verb: 'watch', namespace: 't1', resource: 'configmaps' },
  },
  {
    id: 'C-038',
    name: 'the legacy prefix watches one object',
    request: 'GET /apis/g.io/v1/watch/namespaces/t1/leases/a',
    want: { verb: 'watch', group: 'g.io', name: 'a' },
  },
  {
    id: 'C-038',
    name: 'the legacy prefix writes nothing',
    request: 'DELETE /api/v1/watch/namespaces/t1/configmaps/x',
    want: { isResource: false, verb: 'delete' },
  },
  {
    id: 'C-038',
    name: 'the legacy prefix creates nothing',
    request: 'POST /api/v1/watch/namespaces/t1/configmaps',
    want: { isResource: false, verb: 'post' },
  },
  {
    id: 'C-023',
    name: 'the namespace comes from the path',
    request: 'GET /apis/apps/v1/namespaces/none/deployments',
    want: { group: 'apps', version: 'v1', namespace: 'none', resource: 'deployments' },
  },
  {
    id: 'C-028',
    name: 'an unknown root is not a resource request',
    request: 'GET /nope',
    want: { isResource: false, path: '/nope', verb: 'get' },
  },
  {
    id: 'C-308',
    name: 'a trailing slash is the collection',
    request: 'GET /api/v1/namespaces/t1/configmaps/',
    want: { verb: 'list', resource: 'configmaps', name: '' },
  },
  {
    id: 'C-308',
    name: 'wrong case stays as it is',
    request: 'GET /api/v1/namespaces/t1/ConfigMaps',
    want: { resource: 'ConfigMaps' },
  },
  {
    id: 'C-308',
    name: 'extra segments are kept separately',
    request: 'GET /api/v1/namespaces/t1/pods/p/log/a/b',
    want: { name: 'p', subresource: 'log', rest: ['a', 'b'] },
  },
];

describe('resolveRequestInfo', () => {
  for (const { id, name, request, want } of rows) {
    it(`${id} ${name}`, () => {
      const [method, url] = request.split(' ') as [string, string];
      expect(resolveRequestInfo(method, url)).toMatchObject(want);
    });
  }

  const shapes: Array<[string, string, Partial<RequestInfo>]> = [
    [
      'a namespace is in itself',
      'GET /api/v1/namespaces/t1',
      { resource: 'namespaces', namespace: 't1', name: 't1', verb: 'get' },
    ],
    [
      'status is a sub-resource of the namespace',
      'PUT /api/v1/namespaces/t1/status',
      { resource: 'namespaces', subresource: 'status', name: 't1' },
    ],
    [
      'finalize is a sub-resource of the namespace',
      'PUT /api/v1/namespaces/t1/finalize',
      { resource: 'namespaces', subresource: 'finalize' },
    ],
    [
      'the collection of namespaces',
      'GET /api/v1/namespaces',
      { resource: 'namespaces', namespace: '', name: '', verb: 'list' },
    ],
    [
      'a cluster-scoped object',
      'GET /apis/storage.io/v1/csidrivers/d',
      { resource: 'csidrivers', name: 'd', namespace: '' },
    ],
    ['a group without version is discovery', 'GET /apis/apps', { isResource: false }],
    ['a group version is discovery', 'GET /apis/apps/v1/', { isResource: false }],
    ['an empty part fits no resource', 'GET /api/v1//configmaps', { isResource: false }],
    ['a slash from %2F fits no resource', 'GET /api/v1/namespaces/t1%2Fconfigmaps/pods', { isResource: false }],
    ['escapes are decoded per part', 'GET /api/v1/namespaces/t1/roles/system%3Anode', { name: 'system:node' }],
    [
      'the absolute form',
      'GET https://host:6443/api/v1/nodes?limit=1',
      { resource: 'nodes', verb: 'list', path: '/api/v1/nodes' },
    ],
    ['the asterisk form', 'OPTIONS *', { isResource: false, verb: 'options' }],
  ];
  for (const [name, request, want] of shapes) {
    it(name, () => {
      const [method, url] = request.split(' ') as [string, string];
      expect(resolveRequestInfo(method, url)).toMatchObject(want);
    });
  }

  it('rejects an invalid percent escape with 400', () => {
    expect(() => resolveRequestInfo('GET', '/api/v1/nodes/%zz')).toThrow(ApiError);
    expect(() => resolveRequestInfo('GET', '/api/v1/nodes/%E0%A4')).toThrow(expect.objectContaining({ code: 400 }));
  });

  it('never fails otherwise, for any path', () => {
    fc.assert(
      fc.property(fc.constantFrom('GET', 'PUT', 'X'), fc.webPath(), fc.webQueryParameters(), (method, path, query) => {
        const info = resolveRequestInfo(method, `${path}?${query}`);
        expect(info.isResource).toBe(info.resource !== '');
      }),
    );
  });

  it('parses any object path that was formatted from a request info', () => {
    const part = fc
      .string({ minLength: 1, maxLength: 12 })
      .filter((s) => !s.includes('/') && !['namespaces', 'watch', 'status', 'finalize'].includes(s));
    fc.assert(
      fc.property(part, part, part, (namespace, resource, name) => {
        const url = `/apis/g/v1/namespaces/${[namespace, resource, name].map(encodeURIComponent).join('/')}`;
        expect(resolveRequestInfo('GET', url)).toMatchObject({ namespace, resource, name, verb: 'get' });
      }),
    );
  });
});
