import fc from 'fast-check';
import type { PolicyRule } from '@orch/api';
import { arbitraryRule, naiveAllows } from './naive-rules.fixture.js';
import { rbacAuthorizer } from './rbac-authorizer.js';
import { Rights } from './rights.js';

const word = (...words: string[]) => fc.constantFrom(...words);
const rules = fc.array(arbitraryRule, { maxLength: 2 });
const request = fc
  .record({
    isResource: fc.boolean(),
    path: word('/a', '/a/b', '/ab', '/'),
    verb: word('get', 'list', 'create', 'head', 'delete'),
    group: word('', 'apps', 'batch'),
    resource: word('pods', 'jobs', 'nodes'),
    subresource: word('', 'log', 'scale'),
    name: word('', 'a', 'b', 'c'),
  })
  .map((info) => ({ ...info, namespace: '', version: 'v1', rest: [] }));
const WHO = { username: 'u', groups: ['many'] };

/** So many roles in one subject that their rules are looked up, not read. */
describe('RuleIndex', () => {
  it('finds what reading every rule finds, while roles come, change and go', () =>
    fc.assert(
      fc.property(
        fc.array(rules, { minLength: 20, maxLength: 30 }),
        fc.array(fc.tuple(fc.nat(29), fc.option(rules, { nil: undefined })), { maxLength: 15 }),
        fc.array(fc.nat(29), { maxLength: 10 }),
        fc.array(request, { minLength: 20, maxLength: 30 }),
        (first, changes, unbound, requests) => {
          const rights = new Rights();
          const held = new Map<string, readonly PolicyRule[]>();
          const authorizer = rbacAuthorizer(rights);
          const check = () => {
            for (const info of requests) {
              const want = [...held.values()].flat().some((rule) => naiveAllows(rule, info));
              expect([info, (authorizer.decide(WHO, info) as { allowed: boolean }).allowed]).toEqual([info, want]);
            }
          };
          for (const [at, own] of first.entries()) {
            rights.setRole('', `r${at}`, own);
            held.set(`r${at}`, own);
            const subjects = [{ kind: 'Group', name: 'many' }];
            rights.setBinding({
              namespace: '',
              name: `b${at}`,
              roleRef: { kind: 'ClusterRole', name: `r${at}` },
              subjects,
            });
          }
          check();
          for (const [at, own] of changes) {
            rights.setRole('', `r${at}`, own);
            if (held.has(`r${at}`)) held.set(`r${at}`, own ?? []);
          }
          check();
          for (const at of unbound) {
            rights.removeBinding('', `b${at}`);
            held.delete(`r${at}`);
          }
          check();
        },
      ),
    ));
});
