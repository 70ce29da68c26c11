import type { ApiObject } from '../api/object';
import { diagnose } from './diagnose';

const texts = (resource: string, object: Partial<ApiObject>): string[] =>
  diagnose({ resource }, { metadata: { name: 'a' }, ...object } as ApiObject).map(({ text }) => text);

describe('diagnose', () => {
  test('deletion that waits for finalizers names them and who removes them', () => {
    const metadata = {
      name: 'a',
      deletionTimestamp: '2026-01-01T00:00:00Z',
      finalizers: ['example.com/backup', 'kubernetes.io/pvc-protection'],
    };
    expect(texts('configmaps', { metadata })).toEqual([
      'Deletion waits for the finalizer example.com/backup: the controller of example.com.',
      'Deletion waits for the finalizer kubernetes.io/pvc-protection: the protection of claims: a pod uses the claim.',
    ]);
  });

  test('a namespace says what is left in it', () => {
    const conditions = [
      { type: 'NamespaceContentRemaining', status: 'True', message: 'configmaps has 1 resource instance' },
      { type: 'NamespaceDeletionDiscoveryFailure', status: 'False', message: 'all well' },
    ];
    const metadata = { name: 'a', deletionTimestamp: '2026-01-01T00:00:00Z' };
    expect(texts('namespaces', { metadata, spec: { finalizers: ['orch'] }, status: { conditions } })).toEqual([
      'configmaps has 1 resource instance',
    ]);
  });

  test.each([
    ['pods', { status: { phase: 'Pending' } }, ['No scheduler has assigned a node.']],
    ['pods', { status: { phase: 'Running' }, spec: { nodeName: 'n' } }, []],
    [
      'pods',
      {
        status: {
          phase: 'Pending',
          conditions: [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message: '0/3 nodes fit' }],
        },
      },
      ['PodScheduled is False: Unschedulable: 0/3 nodes fit'],
    ],
    [
      'certificatesigningrequests',
      { spec: { username: 'kim' } },
      ['It waits for approval: kim asks for a certificate.'],
    ],
    ['certificatesigningrequests', { status: { conditions: [{ type: 'Denied', status: 'True' }] } }, []],
    [
      'apiservices',
      { status: { conditions: [{ type: 'Available', status: 'False', reason: 'MissingEndpoints' }] } },
      ['Available is False: MissingEndpoints'],
    ],
    [
      'widgets',
      { status: { conditions: [{ type: 'Ready', status: 'False', message: 'no frame' }] } },
      ['Ready is False: no frame'],
    ],
    ['configmaps', {}, []],
  ])('%s %j', (resource, object, expected) => {
    expect(texts(resource, object)).toEqual(expected);
  });
});

test('a kind with a name that every JavaScript object inherits is one that is not known here', () => {
  expect(texts('constructor', {})).toEqual([]);
  expect(texts('constructor', { status: { conditions: [{ type: 'Ready', status: 'False' }] } })).toEqual([
    'Ready is False',
  ]);
});
