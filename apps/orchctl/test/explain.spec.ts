import { TestCommandLine } from './command-line.fixture.js';
import { APPS, CORE } from './resources.fixture.js';

const orchctl = new TestCommandLine([
  ...CORE,
  ...APPS,
  {
    group: 'example.com',
    name: 'things',
    kind: 'Thing',
    namespaced: true,
    singularName: 'thing',
    shortNames: ['th'],
    verbs: ['get'],
  },
]);

const kindMark = (group: string, version: string, kind: string) => ({
  'x-orch-group-version-kind': { group, version, kind },
});
const documentOf = (group: string, version: string, resource: string, kind: string) => ({
  paths: {
    [`/apis/${group}/${version}/namespaces/{namespace}/${resource}`]: { post: kindMark(group, version, kind) },
  },
  components: {
    schemas: {
      Other: { 'x-orch-group-version-kind': [{ group, version, kind: 'Other' }] },
      Wanted: {
        type: 'object',
        description: `A ${kind} of ${version}.`,
        properties: { size: { type: 'integer', description: 'How large.' } },
        'x-orch-group-version-kind': [{ group, version, kind }],
      },
    },
  },
});
/** Serves a document of a group version in its index. */
const serve = (group: string, version: string, document: object) => {
  const url = `/openapi/v3/apis/${group}/${version}`;
  orchctl.answerNext('GET', /^\/openapi\/v3$/, 200, {
    paths: { [`apis/${group}/${version}`]: { serverRelativeURL: `${url}?hash=1` } },
  });
  orchctl.answerNext('GET', new RegExp(`^${url}$`), 200, document);
};

const SIZE = 'FIELD: size <integer>\n\n\nDESCRIPTION:\n    How large.\n    \n\n';

it.each(['thing.size', 'th.size', 'things.example.com.size', 'things.size.'])(
  'C-297 explains %s of a custom kind from discovery and OpenAPI alone',
  async (type) => {
    serve('example.com', 'v1', documentOf('example.com', 'v1', 'things', 'Thing'));
    const head = 'GROUP:      example.com\nKIND:       Thing\nVERSION:    v1\n\n';
    expect(await orchctl.run('explain', type)).toEqual({ out: head + SIZE, err: '', status: 0 });
  },
);

it('C-297 explains another version', async () => {
  serve('apps', 'v1beta1', documentOf('apps', 'v1beta1', 'deployments', 'Deployment'));
  const { out } = await orchctl.run('explain', 'deploy', '--api-version=apps/v1beta1');
  expect(out).toContain('VERSION:    v1beta1\n\nDESCRIPTION:\n    A Deployment of v1beta1.');
});

it('C-297 explains fields of fields with --recursive', async () => {
  serve('example.com', 'v1', documentOf('example.com', 'v1', 'things', 'Thing'));
  expect((await orchctl.run('explain', 'thing', '--recursive')).out).toMatch(/FIELDS:\n {2}size\t<integer>\n\n$/);
});

it.each([
  ['thing.nope', 'field "nope" does not exist'],
  ['nope', `the server doesn't have a resource type "nope"`],
  ['thing.spec[0]', 'invalid jsonpath syntax, all nodes must be field nodes'],
])('refuses %s', async (type, message) => {
  serve('example.com', 'v1', documentOf('example.com', 'v1', 'things', 'Thing'));
  expect(await orchctl.run('explain', type)).toEqual({ out: '', err: `error: ${message}`, status: 1 });
});

it('reports a version without document', async () => {
  orchctl.answerNext('GET', /^\/openapi\/v3$/, 200, { paths: {} });
  expect((await orchctl.run('explain', 'thing')).err).toBe(
    `error: couldn't find resource for "example.com/v1, Resource=things"`,
  );
});

it('reports a document without the kind', async () => {
  serve('example.com', 'v1', documentOf('example.com', 'v1', 'others', 'Thing'));
  expect((await orchctl.run('explain', 'thing')).err).toBe(
    'error: GVR (example.com/v1, Resource=things) not found in OpenAPI schema',
  );
});
