import { ApiError } from '@orch/apimachinery';
import { RewriteError, TransportError } from '@orch/client';
import type { MigrationStatus } from './migration.js';
import { isFinished, isMigratable, isRefusal, isTemporary, statusIn } from './plan.js';

const T0 = Date.UTC(2024, 0, 1);
const THEN = '2023-12-31T00:00:00Z';
const NOW = '2024-01-01T00:00:00Z';
const condition = (type: string, status = 'True', time = THEN) => ({
  type,
  status,
  lastTransitionTime: time,
  reason: `StorageVersionMigration${type === 'Running' ? 'InProgress' : type}`,
  message: '',
});
const at = { version: 'v1', nowMs: T0 };

describe('the status of a migration', () => {
  it('runs from a revision of its resource', () =>
    expect(statusIn('Running', undefined, { ...at, resourceVersion: '7' })).toEqual({
      resourceVersion: '7',
      conditions: [condition('Running', 'True', NOW)],
    }));
  it('keeps the revision that is set, and a condition that is true', () => {
    const before: MigrationStatus = { resourceVersion: '5', conditions: [condition('Running')] };
    expect(statusIn('Running', before, { ...at, resourceVersion: '7' })).toEqual(before);
  });
  it('runs no longer once it has succeeded, and keeps conditions of others', () => {
    const conditions = [condition('Other'), condition('Running')];
    expect(statusIn('Succeeded', { resourceVersion: '5', conditions }, at)).toEqual({
      resourceVersion: '5',
      conditions: [condition('Other'), condition('Running', 'False', NOW), condition('Succeeded', 'True', NOW)],
    });
  });
  it('replaces a condition of its type that is not true', () =>
    expect(statusIn('Running', { conditions: [condition('Running', 'False')] }, at).conditions).toEqual([
      condition('Running', 'True', NOW),
    ]));
  it('fails with a message, without a revision', () =>
    expect(statusIn('Failed', undefined, { ...at, message: 'm' })).toEqual({
      conditions: [{ ...condition('Failed', 'True', NOW), message: 'm' }],
    }));
  it('names the time of a condition as the alpha version does', () =>
    expect(statusIn('Running', undefined, { version: 'v1alpha1', nowMs: T0 }).conditions).toEqual([
      {
        type: 'Running',
        status: 'True',
        lastUpdateTime: NOW,
        reason: 'StorageVersionMigrationInProgress',
        message: '',
      },
    ]));

  const finished: [conditions: object[], want: boolean][] = [
    [[], false],
    [[condition('Running')], false],
    [[condition('Succeeded', 'False')], false],
    [[condition('Running', 'False'), condition('Succeeded')], true],
    [[condition('Failed')], true],
  ];
  it.each(finished)('%j is finished: %j', (conditions, want) =>
    expect(isFinished({ metadata: {}, status: { conditions: conditions as never } })).toBe(want),
  );
});

it.each([
  [['get', 'list', 'patch'], true],
  [['create'], false],
  [['list', 'watch'], false],
])('a resource with the verbs %j can be migrated: %j', (verbs, want) => expect(isMigratable({ verbs })).toBe(want));

describe('failures', () => {
  const ref = { group: 'apps', resource: 'deployments', name: 'd' };
  const denied = ApiError.forbidden(ref, 'no');
  const busy = new ApiError('TooManyRequests', 'busy');
  const of = (error: ApiError) => new RewriteError({ namespace: 'n', name: 'd' }, error);
  const rows: [name: string, error: unknown, temporary: boolean, refusal: boolean][] = [
    ['a connection', new TransportError('Interrupted', 'x'), true, false],
    ['too many requests', busy, true, false],
    ['too many requests for a write', of(busy), true, false],
    ['an expired token', ApiError.expired('x'), true, false],
    ['a write that is refused', of(denied), false, true],
    ['a list that is refused', denied, false, true],
    ['anything else', new Error('bug'), false, false],
  ];
  it.each(rows)('%s', (_name, error, temporary, refusal) =>
    expect([isTemporary(error), isRefusal(error)]).toEqual([temporary, refusal]),
  );
});
