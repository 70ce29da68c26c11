import { builtinKinds, compileKinds, ReleaseGates } from '@orch/api';
import type { ApiObject, ObjectMeta } from '@orch/apimachinery';
import { vocabularies } from '@orch/vocabulary';
import { checkDeleteAllowed, planDelete } from './delete-plan.js';
import type { DeleteRequest } from './delete-request.js';

const definitions = compileKinds(builtinKinds, vocabularies.orch);
const context = {
  vocabulary: vocabularies.orch,
  user: { username: 'u', groups: [] },
  now: '2024-01-01T00:00:00Z',
  features: new ReleaseGates(),
};
const plan = (resource: string, object: ApiObject, request: DeleteRequest = {}) => {
  const definition = definitions.find((d) => d.gvr.resource === resource)!;
  return planDelete(definition, object, request, context);
};
const pod = (metadata: ObjectMeta, nodeName?: string): ApiObject => ({
  metadata: { name: 'x', ...metadata },
  spec: { terminationGracePeriodSeconds: 30, containers: [], ...(nodeName ? { nodeName } : {}) },
});
const terminating = (seconds: number): ObjectMeta => ({
  deletionTimestamp: '2024-01-01T00:00:30Z',
  deletionGracePeriodSeconds: seconds,
});

describe('a delete that the kind forbids', () => {
  const systemClass: ApiObject = { metadata: { name: 'system-node-critical' } };
  const definition = definitions.find((d) => d.gvr.resource === 'priorityclasses')!;
  const target = { group: 'scheduling.k8s.io', resource: 'priorityclasses', name: 'system-node-critical' };
  const rows: [string, Parameters<typeof checkDeleteAllowed>[2], boolean][] = [
    ['of the object', { dryRun: false }, false],
    ['of the object as a dry run', { dryRun: true }, false],
    ['of a collection', { dryRun: false, ofCollection: true }, false],
    ['of a collection as a dry run', { dryRun: true, ofCollection: true }, true],
  ];
  it.each(rows)('%s: %j is allowed: %j', (_name, request, isAllowed) => {
    const check = () => checkDeleteAllowed(definition, systemClass, request, target);
    if (isAllowed) expect(check).not.toThrow();
    else expect(check).toThrow('this is a system priority class and cannot be deleted');
  });
});

const cases: [string, () => ReturnType<typeof plan>, string, Partial<ObjectMeta>][] = [
  ['C-096 removes an object without finalizers', () => plan('configmaps', { metadata: {} }), 'remove', {}],
  [
    'A-107 C-100 marks one with finalizers',
    () => plan('configmaps', { metadata: { finalizers: ['x.io/a'] } }),
    'mark',
    { deletionTimestamp: '2024-01-01T00:00:00Z', deletionGracePeriodSeconds: 0 },
  ],
  [
    'C-099 leaves a terminating one as it is',
    () => plan('configmaps', { metadata: { finalizers: ['x.io/a'], ...terminating(0) } }),
    'none',
    terminating(0),
  ],
  [
    'C-229 gives a pod on a node its grace period',
    () => plan('pods', pod({}, 'n')),
    'mark',
    { deletionTimestamp: '2024-01-01T00:00:30Z', deletionGracePeriodSeconds: 30 },
  ],
  [
    'ends a grace period beyond all times at the last one',
    () => plan('pods', pod({}, 'n'), { gracePeriodSeconds: Number.MAX_SAFE_INTEGER }),
    'mark',
    { deletionTimestamp: '9999-12-31T23:59:59Z', deletionGracePeriodSeconds: Number.MAX_SAFE_INTEGER },
  ],
  [
    'ends a grace period beyond all times at once when a later delete asks for it',
    () =>
      plan(
        'pods',
        pod({ deletionTimestamp: '9999-12-31T23:59:59Z', deletionGracePeriodSeconds: Number.MAX_SAFE_INTEGER, finalizers: ['x.io/a'] }, 'n'), // prettier-ignore
        { gracePeriodSeconds: 0 },
      ),
    'mark',
    { deletionTimestamp: '2024-01-01T00:00:00Z', deletionGracePeriodSeconds: 0 },
  ],
  [
    'C-229 removes an unscheduled pod immediately',
    () => plan('pods', pod({ generation: 1 })),
    'remove',
    { deletionTimestamp: '2024-01-01T00:00:00Z', deletionGracePeriodSeconds: 0, generation: 2 },
  ],
  [
    'C-134 counts the first mark as a change of the desired state',
    () => plan('deployments', { metadata: { finalizers: ['x.io/a'], generation: 3 } }),
    'mark',
    { generation: 4 },
  ],
  [
    'a shorter grace period does not change it',
    () => plan('pods', pod({ ...terminating(30), generation: 2 }, 'n'), { gracePeriodSeconds: 5 }),
    'mark',
    { generation: 2 },
  ],
  [
    'a removed object of a kind without grace period stays as it was',
    () => plan('deployments', { metadata: { generation: 3 } }),
    'remove',
    { generation: 3 },
  ],
  [
    'C-160 a Namespace that waits for its content has no grace period',
    () => plan('namespaces', { metadata: {}, spec: { finalizers: ['a'] } }),
    'mark',
    { deletionTimestamp: '2024-01-01T00:00:00Z', deletionGracePeriodSeconds: undefined as never },
  ],
  [
    'C-229 removes a pod with a grace period of zero',
    () => plan('pods', pod({}, 'n'), { gracePeriodSeconds: 0 }),
    'remove',
    {},
  ],
  [
    'C-229 shortens the grace period of a terminating pod',
    () => plan('pods', pod(terminating(30), 'n'), { gracePeriodSeconds: 5 }),
    'mark',
    { deletionTimestamp: '2024-01-01T00:00:05Z', deletionGracePeriodSeconds: 5 },
  ],
  [
    'a shorter grace period begins with the first delete',
    () =>
      plan('pods', pod({ deletionTimestamp: '2024-01-01T00:00:20Z', deletionGracePeriodSeconds: 25 }, 'n'), {
        gracePeriodSeconds: 15,
      }),
    'mark',
    { deletionTimestamp: '2024-01-01T00:00:10Z', deletionGracePeriodSeconds: 15 },
  ],
  [
    'one that is over already is a second from now on',
    () =>
      plan('pods', pod({ deletionTimestamp: '2024-01-01T00:00:20Z', deletionGracePeriodSeconds: 30 }, 'n'), {
        gracePeriodSeconds: 5,
      }),
    'mark',
    { deletionTimestamp: '2024-01-01T00:00:00Z', deletionGracePeriodSeconds: 1 },
  ],
  [
    'one of zero is over',
    () =>
      plan('pods', pod({ deletionTimestamp: '2024-01-01T00:00:20Z', deletionGracePeriodSeconds: 30 }, 'n'), {
        gracePeriodSeconds: 0,
      }),
    'remove',
    { deletionTimestamp: '2024-01-01T00:00:00Z', deletionGracePeriodSeconds: 0 },
  ],
  [
    'C-229 never extends it',
    () => plan('pods', pod(terminating(5), 'n'), { gracePeriodSeconds: 60 }),
    'none',
    terminating(5),
  ],
  [
    'C-226 Foreground adds its finalizer',
    () => plan('configmaps', { metadata: {} }, { propagationPolicy: 'Foreground' }),
    'mark',
    { finalizers: ['foregroundDeletion'], deletionTimestamp: '2024-01-01T00:00:00Z', deletionGracePeriodSeconds: 0 },
  ],
  [
    'C-226 Orphan adds its finalizer, after the existing ones',
    () => plan('configmaps', { metadata: { finalizers: ['x.io/a'] } }, { propagationPolicy: 'Orphan' }),
    'mark',
    { finalizers: ['x.io/a', 'orphan'], deletionGracePeriodSeconds: 0 },
  ],
  [
    'C-226 Foreground keeps the grace period of a pod',
    () => plan('pods', pod({}, 'n'), { propagationPolicy: 'Foreground' }),
    'mark',
    { finalizers: ['foregroundDeletion'], deletionTimestamp: '2024-01-01T00:00:30Z', deletionGracePeriodSeconds: 30 },
  ],
  [
    'C-226 Foreground holds an unscheduled pod',
    () => plan('pods', pod({}), { propagationPolicy: 'Foreground' }),
    'mark',
    { finalizers: ['foregroundDeletion'], deletionGracePeriodSeconds: 0 },
  ],
  [
    'C-226 the propagation policy of a delete overrides the existing finalizer',
    () => plan('configmaps', { metadata: { finalizers: ['orphan'] } }, { propagationPolicy: 'Foreground' }),
    'mark',
    { finalizers: ['foregroundDeletion'] },
  ],
  [
    'C-226 Background removes the existing finalizer',
    () => plan('configmaps', { metadata: { finalizers: ['orphan'] } }, { propagationPolicy: 'Background' }),
    'remove',
    { finalizers: undefined },
  ],
  [
    'C-226 the existing finalizer applies to a delete without a policy',
    () => plan('configmaps', { metadata: { finalizers: ['foregroundDeletion'] } }),
    'mark',
    { finalizers: ['foregroundDeletion'] },
  ],
  [
    'C-226 a later delete changes the propagation policy',
    () =>
      plan(
        'configmaps',
        { metadata: { finalizers: ['foregroundDeletion'], ...terminating(0) } },
        { propagationPolicy: 'Orphan' },
      ),
    'mark',
    { finalizers: ['orphan'], ...terminating(0) },
  ],
  [
    'C-226 but not during the grace period',
    () => plan('pods', pod(terminating(30), 'n'), { propagationPolicy: 'Foreground' }),
    'none',
    { ...terminating(30) },
  ],
  [
    'C-226 a kind without dependents is removed immediately',
    () => plan('events', { metadata: {} }, { propagationPolicy: 'Foreground' }),
    'remove',
    {},
  ],
  ['C-229 keeps it when none is requested', () => plan('pods', pod(terminating(5), 'n')), 'none', terminating(5)],
];

describe('delete plan', () => {
  it.each(cases)('%s', (_name, run, step, metadata) => {
    const result = run();
    expect(result.step).toBe(step);
    expect(result.object.metadata).toMatchObject(metadata);
  });

  it('C-227 refuses when a precondition fails', () => {
    expect(() => plan('configmaps', { metadata: { uid: 'a' } }, { uid: 'b' })).toThrow(
      'the UID in the precondition (b) does not match the UID in record (a)',
    );
    expect(() => plan('configmaps', { metadata: { resourceVersion: '1' } }, { resourceVersion: '2' })).toThrow(
      'the ResourceVersion in the precondition',
    );
  });

  it('names failed preconditions of a namespace as its storage in kube-apiserver does', () => {
    const conflict = (of: 'namespaces' | 'configmaps') => () =>
      plan(of, { metadata: { uid: 'a', resourceVersion: '1' } }, { resourceVersion: '2' });
    expect(conflict('namespaces')).toThrow(
      'Precondition failed: ResourceVersion in precondition: 2, ResourceVersion in object meta: 1',
    );
    expect(conflict('configmaps')).not.toThrow('Precondition failed');
    expect(() => plan('namespaces', { metadata: { uid: 'a' } }, { uid: 'b' })).toThrow(
      expect.objectContaining({
        message: expect.stringContaining(
          'Precondition failed: UID in precondition: b, UID in object meta: a',
        ) as string,
        details: expect.objectContaining({ kind: 'namespaces' }) as object,
      }) as Error,
    );
  });

  it('C-160 sets the phase of a namespace', () => {
    const namespace = { metadata: {}, spec: { finalizers: ['orch'] }, status: { phase: 'Active' } };
    expect(plan('namespaces', namespace).object).toMatchObject({ status: { phase: 'Terminating' } });
  });
});
