// The end-to-end tests once more, on two API servers that share a Redis (`npm run test:cluster`).

/** Suites that say nothing there, each with the reason. */
const LEFT_OUT = {
  'test/processes/redis/': 'starts its servers on Redis in every run',
  'test/acceptance/kubectl/on-redis.e2e-spec.ts': 'starts its servers on Redis in every run',
  'test/processes/audit.e2e-spec.ts': 'is about the log of one process, in the order of its requests',
  'test/processes/overload.e2e-spec.ts': 'is about the seats of one process, and fills every one of them',
  'test/processes/backup-restore-migrate.e2e-spec.ts': 'starts its servers on either store in every run',
  'test/acceptance/docs/': 'is about what a reader sees on one machine',
  'test/acceptance/npx.e2e-spec.ts': 'starts no control plane',
  'test/acceptance/npm-start.e2e-spec.ts': 'is about one command that starts one process of each kind',
};

/** A Jest project with every control plane of @orch/testing on Redis and a server chosen for each request. */
function onRedis(project) {
  return {
    ...project,
    moduleNameMapper: { ...project.moduleNameMapper, '^undici$': '<rootDir>/test/support/undici-by-request.cjs' },
    testPathIgnorePatterns: ['/node_modules/', ...Object.keys(LEFT_OUT).map((path) => `<rootDir>/${path}`)],
  };
}

module.exports = { onRedis };
