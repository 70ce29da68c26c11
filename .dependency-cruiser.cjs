// The rooms of ARCHITECTURE.md: what a lib may import. A lib missing here may import nothing of ours.
const rooms = {
  vocabulary: [],
  process: ['vocabulary'],
  pki: [],
  quota: ['apimachinery', 'vocabulary'],
  apimachinery: ['vocabulary'],
  api: ['apimachinery', 'vocabulary', 'pki'],
  storage: ['apimachinery', 'vocabulary'],
  registry: ['api', 'storage', 'apimachinery', 'vocabulary'],
  server: ['registry', 'api', 'storage', 'apimachinery', 'vocabulary', 'pki', 'quota', 'process', 'client'],
  client: ['api', 'apimachinery', 'vocabulary'],
  'controller-kit': ['client', 'api', 'apimachinery', 'vocabulary', 'process'],
  controllers: ['controller-kit', 'client', 'pki', 'quota', 'api', 'apimachinery', 'vocabulary', 'process'],
};
const libs = Object.keys(rooms);
module.exports = {
  forbidden: [
    ...libs.map((lib) => ({
      name: `room-${lib}`,
      comment: `libs/${lib} may import only: ${rooms[lib].join(', ') || 'no other lib'}. See ARCHITECTURE.md, "Rooms".`,
      severity: 'error',
      from: { path: `^libs/${lib}/`, pathNot: '\\.(spec|fixture)\\.ts$' },
      to: { path: '^libs/', pathNot: `^libs/(${[lib, ...rooms[lib]].join('|')})/` },
    })),
    {
      name: 'no-app-import',
      comment: 'Nothing imports an app: move the shared part into a lib.',
      severity: 'error',
      from: { pathNot: '^apps/' },
      to: { path: '^apps/' },
    },
    {
      name: 'no-sibling-app',
      comment: 'An app imports libs only.',
      severity: 'error',
      from: { path: '^apps/([^/]+)/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'lib-by-name',
      comment: 'Import a lib by its name (@orch/client), never by a path inside it.',
      severity: 'error',
      from: { path: '^(libs|apps)/([^/]+)/' },
      to: { path: '^libs/', pathNot: ['^libs/$2/', '^libs/[^/]+/src/index\\.ts$'] },
    },
    {
      name: 'testing-in-tests-only',
      comment: 'libs/testing is for tests.',
      severity: 'error',
      from: { pathNot: '(\\.(spec|fixture)\\.ts$|^test/|^libs/testing/)' },
      to: { path: '^libs/testing/' },
    },
    {
      name: 'controllers-stay-apart',
      comment: 'One controller never imports another: they meet in the API.',
      severity: 'error',
      from: { path: '^libs/controllers/src/([^/]+)/' },
      to: { path: '^libs/controllers/src/[^/]+/', pathNot: '^libs/controllers/src/($1|shared)/' },
    },
    {
      name: 'no-circular',
      comment: 'Take the shared part out into a third, lower file.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    { name: 'not-to-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'not-to-dev-dep',
      severity: 'error',
      from: {
        path: '^(apps|libs)',
        pathNot: '(\\.(spec|fixture)\\.ts$|^libs/testing/|^libs/storage/src/conformance/|^libs/[^/]+/src/testing/)',
      },
      to: { dependencyTypes: ['npm-dev'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    exclude: { path: '(^dist/|node_modules/(@types)/)' },
  },
};
