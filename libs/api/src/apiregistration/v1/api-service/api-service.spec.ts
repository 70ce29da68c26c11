import type { ApiObject } from '@orch/apimachinery';
import { KindTestHarness } from '../../../kind-test-harness/kind-test-harness.fixture.js';

const harness = new KindTestHarness('APIService');
const local = { group: 'd.example.com', version: 'v1', groupPriorityMinimum: 100, versionPriority: 10 };
const service = { namespace: 'a', name: 'b' };
const api = (spec: object, name = 'v1.d.example.com') => ({ metadata: { name }, spec });

describe('APIService', () => {
  it.each<[name: string, body: object, want: string[]]>([
    ['of this server', api(local), []],
    ['of another one', api({ ...local, service, caBundle: 'eA==' }), []],
    ['the core group', api({ ...local, group: '' }, 'v1.'), []],
    ['the highest priorities', api({ ...local, groupPriorityMinimum: 20_000, versionPriority: 1_000 }), []],
    [
      'nothing',
      api({}),
      [
        'metadata.name FieldValueInvalid',
        'spec.group FieldValueRequired',
        'spec.version FieldValueInvalid',
        'spec.groupPriorityMinimum FieldValueInvalid',
        'spec.versionPriority FieldValueInvalid',
      ],
    ],
    [
      'too high priorities',
      api({ ...local, groupPriorityMinimum: 20_001, versionPriority: 1_001 }),
      ['spec.groupPriorityMinimum FieldValueInvalid', 'spec.versionPriority FieldValueInvalid'],
    ],
    [
      'trust in this server',
      api({ ...local, caBundle: 'eA==', insecureSkipTLSVerify: true }),
      ['spec.caBundle FieldValueInvalid', 'spec.insecureSkipTLSVerify FieldValueInvalid'],
    ],
    [
      'a bundle that is not used',
      api({ ...local, service, caBundle: 'eA==', insecureSkipTLSVerify: true }),
      ['spec.insecureSkipTLSVerify FieldValueInvalid'],
    ],
    [
      'a service without names',
      api({ ...local, service: { port: 70_000 } }),
      [
        'spec.service.namespace FieldValueRequired',
        'spec.service.name FieldValueRequired',
        'spec.service.port FieldValueInvalid',
      ],
    ],
    [
      'odd names',
      api({ ...local, group: 'D_', version: 'V1' }, 'V1.D_'),
      ['spec.group FieldValueInvalid', 'spec.version FieldValueInvalid'],
    ],
    ['another name', api(local, 'v2.d.example.com'), ['metadata.name FieldValueInvalid']],
  ])('%s', (_name, body, want) => {
    expect(harness.create(body)).toEqual(want);
    expect(harness.update(api(local), body)).toEqual(want);
  });

  it('of this server is available at once', () => {
    expect(harness.made(api(local))['status']).toEqual({
      conditions: [
        {
          type: 'Available',
          status: 'True',
          lastTransitionTime: '2024-01-01T00:00:00Z',
          reason: 'Local',
          message: 'Local APIServices are always available',
        },
      ],
    });
    expect(harness.made(api({ ...local, service }))['status']).toEqual({});
  });

  it('has the default port of its service', () =>
    expect(harness.made(api({ ...local, service }))).toMatchObject({ spec: { service: { ...service, port: 443 } } }));

  it('shows its service and whether it is available', () => {
    const cells = (spec: object, conditions: object[]) => {
      const { Service, Available } = harness.cells({ ...api(spec), status: { conditions } } as unknown as ApiObject);
      return [Service, Available];
    };
    expect(cells(local, [{ type: 'Available', status: 'True', reason: 'Local' }])).toEqual(['Local', 'True']);
    expect(cells({ ...local, service }, [{ type: 'Available', status: 'False', reason: 'Missing' }])).toEqual([
      'a/b',
      'False (Missing)',
    ]);
    expect(cells({ ...local, service }, [])).toEqual(['a/b', 'Unknown']);
  });

  it('a status write keeps labels, and checks statuses', () => {
    const { object, errors } = harness.written('status', harness.made(api(local)), {
      metadata: { name: 'v1.d.example.com', labels: { a: 'b' } },
      status: { conditions: [{ type: 'Available', status: 'Maybe' }] },
    });
    expect([object.metadata.labels, errors]).toEqual([
      undefined,
      ['status.conditions[0].status FieldValueNotSupported'],
    ]);
  });
});
