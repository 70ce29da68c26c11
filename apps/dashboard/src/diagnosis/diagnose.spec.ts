import type { ApiObject } from '../api/object';
import { LEAF } from '../certificate/samples.fixture';
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
    [
      'replicasets',
      {
        status: {
          conditions: [
            { type: 'ReplicaFailure', status: 'True', reason: 'FailedCreate', message: 'exceeded quota: limits' },
          ],
        },
      },
      ['ReplicaFailure is True: FailedCreate: exceeded quota: limits'],
    ],
    [
      'resourcequotas',
      {
        status: {
          hard: { pods: '2', 'requests.cpu': '1', 'requests.memory': '1Gi', secrets: '0' },
          used: { pods: '2', 'requests.cpu': '900m', 'requests.memory': '1024Mi' },
        },
      },
      [
        'pods: 2 of 2 are used, nothing more can be created that needs some.',
        'requests.memory: 1024Mi of 1Gi are used, nothing more can be created that needs some.',
      ],
    ],
    [
      'horizontalpodautoscalers',
      { status: { conditions: [{ type: 'ScalingActive', status: 'False', reason: 'FailedGetResourceMetric' }] } },
      ['ScalingActive is False: FailedGetResourceMetric'],
    ],
  ])('%s %j', (resource, object, expected) => {
    expect(texts(resource, object)).toEqual(expected);
  });

  test('an expired certificate is named, from its last second on', () => {
    const object = { metadata: { name: 'a' }, webhooks: [{ name: 'w', clientConfig: { caBundle: btoa(LEAF) } }] };
    const at = (time: string) => diagnose({ resource: 'validatingwebhookconfigurations' }, object, Date.parse(time));
    expect(at('2049-01-02T03:04:05Z')).toEqual([]);
    expect(at('2049-01-02T03:04:06Z')).toEqual([
      {
        text: String.raw`The certificate O=system:masters, O=a\,b, OU=x+CN=Zoë (CA of w) has expired.`,
        since: '2049-01-02T03:04:05.000Z',
      },
    ]);
  });
});

test('a kind with a name that every JavaScript object inherits is one that is not known here', () => {
  expect(texts('constructor', {})).toEqual([]);
  expect(texts('constructor', { status: { conditions: [{ type: 'Ready', status: 'False' }] } })).toEqual([
    'Ready is False',
  ]);
});
