import { vocabularies } from '@orch/vocabulary';
import type { ResourceQuota, ResourceQuotaSpec } from './resource-quota.types.js';
import { resourceQuotaKind } from './resource-quota.kind.js';
import { validateResourceQuota, validateResourceQuotaUpdate } from './resource-quota.validation.js';

const { kubernetes } = vocabularies;
const quota = (spec: ResourceQuotaSpec, rest: object = {}) =>
  ({ metadata: { name: 'q' }, spec, ...rest }) as ResourceQuota;
const select = (scopeName: string, operator: string, values?: string[]): ResourceQuotaSpec => ({
  hard: { pods: '1' },
  scopeSelector: { matchExpressions: [{ scopeName, operator, ...(values ? { values } : {}) }] },
});

const table: [string, ResourceQuotaSpec, string[]][] = [
  ['standard names', { hard: { cpu: '1', 'requests.memory': '1Gi', pods: '3', 'services.nodeports': '0' } }, []],
  ['counted names and names of a domain', { hard: { 'count/jobs.batch': '1', 'requests.x.io/gpu': '2' } }, []],
  ['a name that nothing counts', { hard: { nonsense: '1' } }, ['spec.hard[nonsense]', 'spec.hard[nonsense]']],
  ['below zero', { hard: { pods: '-1' } }, ['spec.hard[pods]']],
  ['half an object', { hard: { 'count/jobs.batch': '500m' } }, ['spec.hard[count/jobs.batch]']],
  ['half a device of a domain', { hard: { 'x.io/gpu': '1500m' } }, ['spec.hard[x.io/gpu]']],
  ['fractions of bytes of a class of storage', { hard: { 'a.storageclass.x.io/requests.storage': '1500Mi' } }, []],
  ['conflicting scopes', { hard: { pods: '1' }, scopes: ['BestEffort', 'NotBestEffort'] }, ['spec.scopes']],
  ['a scope of another resource than pods', { hard: { secrets: '1' }, scopes: ['Terminating'] }, ['spec.scopes']],
  ['unknown scopes, once for all', { hard: { pods: '1' }, scopes: ['Odd', 'Odder', 'Oddest'] }, ['spec.scopes']],
  ['requests of a best-effort scope', { hard: { cpu: '1' }, scopes: ['BestEffort'] }, ['spec.scopes']],
  ['a class of priority', select('PriorityClass', 'In', ['high']), []],
  ['a scope of claims with pods', { hard: { pods: '1' }, scopes: ['VolumeAttributesClass'] }, ['spec.scopes']],
  ['a class without values', select('PriorityClass', 'In'), ['spec.scopeSelector.matchExpressions.values']],
  ['presence with values', select('PriorityClass', 'Exists', ['x']), ['spec.scopeSelector.matchExpressions.values']],
  ['a choice among yes and no', select('BestEffort', 'In', ['x']), ['spec.scopeSelector.matchExpressions.operator']],
];
describe('D-175 validation of a quota', () => {
  for (const [name, spec, want] of table)
    it(name, () =>
      expect(validateResourceQuota(quota(spec), kubernetes).map(({ field }) => String(field))).toEqual(want),
    );
  it('may select otherwise', () =>
    expect(validateResourceQuotaUpdate(quota({}), quota(select('PriorityClass', 'In', ['high'])), kubernetes)).toEqual(
      [],
    ));
  it('has immutable scopes', () =>
    expect(
      validateResourceQuotaUpdate(quota({ scopes: ['BestEffort'] }), quota({}), kubernetes).map(({ field }) =>
        String(field),
      ),
    ).toEqual(['spec.scopes']));
});

it('shows requests and limits in separate columns', () => {
  const status = { hard: { pods: '2', 'limits.cpu': '1' }, used: { pods: '1', 'limits.cpu': '500m' } };
  const cells = resourceQuotaKind.columns!.map((c) => c.value(quota({}, { status }), 0));
  expect(cells.slice(1, 3)).toEqual(['pods: 1/2', 'limits.cpu: 500m/1']);
});
