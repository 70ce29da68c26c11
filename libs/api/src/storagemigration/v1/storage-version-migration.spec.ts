import { KindTestHarness } from '../../kind-test-harness/kind-test-harness.fixture.js';

const migrations = new KindTestHarness('StorageVersionMigration');
const of = (resource: string, status: object = {}) => ({ spec: { resource: { group: 'apps', resource } }, status });
const condition = (type: string, status = 'True') => ({
  type,
  status,
  reason: 'X',
  lastTransitionTime: '2024-01-01T00:00:00Z',
});

/** Errors of a status write. */
function write(status: object, before: object = {}): string[] {
  const rules = migrations.definition.subresources.get('status')!;
  const [sent, old] = [migrations.read(of('deployments', status)), migrations.read(of('deployments', before))];
  return (rules.validateUpdate?.(sent, old, migrations.context) ?? []).map(({ field, reason }) => `${field} ${reason}`);
}

describe('storage version migrations', () => {
  it('name a resource, which cannot be changed', () => {
    expect(migrations.create(of('deployments'))).toEqual([]);
    expect(migrations.create({ spec: {} })).toEqual(['spec.resource.resource FieldValueRequired']);
    expect(migrations.update(of('deployments'), of('daemonsets'))).toEqual(['spec.resource FieldValueInvalid']);
    const core = (resource: object) => ({ spec: { resource: { resource: 'pods', ...resource } } });
    expect(migrations.update(core({}), core({ group: '' }))).toEqual([]);
    expect(migrations.update(core({}), core({ group: 'apps' }))).toEqual(['spec.resource FieldValueInvalid']);
  });

  const VERSION = { resourceVersion: '7' };
  const cases: [name: string, status: object, before: object, want: string[]][] = [
    ['runs', { ...VERSION, conditions: [condition('Running')] }, {}, []],
    ['fails before it began', { conditions: [condition('Failed')] }, {}, []],
    ['has a malformed version', { resourceVersion: 'x' }, {}, ['status.resourceVersion FieldValueInvalid']],
    ['loses its version', {}, VERSION, ['status.resourceVersion FieldValueInvalid']],
    ['has another version', { resourceVersion: '8' }, VERSION, ['status.resourceVersion FieldValueInvalid']],
    [
      'succeeds and fails',
      { ...VERSION, conditions: [condition('Succeeded'), condition('Failed')] },
      {},
      ['status.conditions FieldValueInvalid'],
    ],
    [
      'fails and runs',
      { ...VERSION, conditions: [condition('Failed'), condition('Running')] },
      {},
      ['status.conditions FieldValueInvalid'],
    ],
    [
      'no longer succeeded',
      VERSION,
      { ...VERSION, conditions: [condition('Succeeded')] },
      ['status.conditions FieldValueInvalid'],
    ],
  ];
  for (const [name, status, before, want] of cases)
    it(`a status that ${name}`, () => expect(write(status, before)).toEqual(want));
});
