// Decides one request over and over against an index of many bindings, and prints the cost. Reads its task from LOAD.
import { createRequire } from 'node:module';
import { join } from 'node:path';

const { root, scene, bindings, seconds } = JSON.parse(process.env.LOAD);
const require = createRequire(join(root, 'package.json'));
const load = (file) => require(join(root, 'dist/libs/authorization/src/rbac', file));
const { RbacIndex } = load('rbac-index.js');
const { rbacAuthorizer } = load('rbac-authorizer.js');

const index = new RbacIndex();
const verbs = ['get', 'list', 'watch'];
const rules = ['pods', 'services', 'configmaps', 'secrets', 'endpoints', 'events'].map((resource) => ({
  verbs,
  apiGroups: [''],
  resources: [resource],
}));
const bind = (namespace, name, kind, role, subject) =>
  index.setBinding({ namespace, name, roleRef: { kind, name: role }, subjects: [subject] });
const user = (name) => ({ kind: 'User', name });
const group = (name) => ({ kind: 'Group', name });

index.setRole('', 'edit', rules);
for (let i = 0; i < bindings; i++) {
  // Each user a binding of his own, spread over namespaces; or one group with all bindings, each to another role.
  if (scene.startsWith('own')) bind(`ns-${i % 100}`, `b-${i}`, 'ClusterRole', 'edit', user(`user-${i}`));
  else {
    index.setRole('ns-0', `role-${i}`, [
      { verbs, apiGroups: [''], resources: ['configmaps'], resourceNames: [`name-${i}`] },
    ]);
    bind('ns-0', `b-${i}`, 'Role', `role-${i}`, group('all-users'));
  }
}

const authorizer = rbacAuthorizer(index);
const who = { username: 'user-4200', groups: ['developers', 'all-users', 'system:authenticated'] };
const info = (verb, name) => ({
  ...{
    isResource: true,
    path: '',
    group: '',
    version: 'v1',
    namespace: 'ns-0',
    resource: 'configmaps',
    subresource: '',
    rest: [],
  },
  ...{ verb, name },
});
const asked = scene.endsWith('refused') ? info('delete', 'name-7') : info('get', 'name-7');
const allowed = !scene.endsWith('refused');

const spin = (milliseconds) => {
  const from = process.hrtime.bigint();
  let count = 0;
  let elapsed = 0;
  while (elapsed < milliseconds) {
    for (let i = 0; i < 1_000; i++) {
      if (authorizer.decide(who, asked).allowed !== allowed) throw new Error(`a wrong answer in ${scene}`);
    }
    count += 1_000;
    elapsed = Number(process.hrtime.bigint() - from) / 1e6;
  }
  return (elapsed * 1_000) / count;
};
spin(300);
process.stdout.write(`done ${JSON.stringify({ decisionUs: spin(seconds * 1_000) })}\n`);
