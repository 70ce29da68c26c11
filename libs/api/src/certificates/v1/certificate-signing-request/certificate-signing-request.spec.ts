import { type RawAttribute, requestWithSubject } from '@orch/testing';
import { ReleaseGates } from '../../../features/feature-gates.js';
import { KindTestHarness } from '../../../kind-test-harness/kind-test-harness.fixture.js';

const REQUEST = `-----BEGIN CERTIFICATE REQUEST-----
MIHqMIGSAgEAMDAxFTATBgNVBAoMDHN5c3RlbTpub2RlczEXMBUGA1UEAwwOc3lz
dGVtOm5vZGU6bjEwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQ1EqJOW7nQHfja
rOgjoDEae+mc5MfhprY/TVVqCJSSLlewOwMbVMSy3VKa87gCvcH29fnfEWp2th2m
/O7zS6lDoAAwCgYIKoZIzj0EAwIDRwAwRAIgZ6p/kUdqUjm3fvdZVZGuCuUMPosI
KK23dFIh3kJJaOMCIB2ZU5Qyd5O3aEQ0w/WBrLzfx3V0CKwNuM0UJyCqi/iW
-----END CERTIFICATE REQUEST-----
`;
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBbzCCARWgAwIBAgIUG4ftqozdny7iGZSze5kCIQHOckYwCgYIKoZIzj0EAwIw
DDEKMAgGA1UEAwwBdDAgFw0yNjExMjEwNDA5NTRaGA8yMTI2MTAyODA0MDk1NFow
DDEKMAgGA1UEAwwBdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABDUSok5budAd
+Nqs6COgMRp76Zzkx+Gmtj9NVWoIlJIuV7A7AxtUxLLdUprzuAK9wfb1+d8Rana2
Hab87vNLqUOjUzBRMB0GA1UdDgQWBBSzxS4jgg8w8rMCzlJLfdROgdI4PjAfBgNV
HSMEGDAWgBSzxS4jgg8w8rMCzlJLfdROgdI4PjAPBgNVHRMBAf8EBTADAQH/MAoG
CCqGSM49BAMCA0gAMEUCIQCcQoUzEXMGoBBCktUyDl3b8ExNOLf/9DC5cEcEEkg7
KAIgOUn8vIMU6wX5Pz3YZJu/dArq0z0o6AGH2KfW/zyKGT8=
-----END CERTIFICATE-----
`;
const base64 = (text: string): string => Buffer.from(text).toString('base64');

const harness = new KindTestHarness('CertificateSigningRequest', {
  vocabulary: new KindTestHarness('Pod').definition.vocabulary,
  user: { username: 'alice', uid: 'u1', groups: ['g1'], extra: { scope: ['a'] } },
  now: '2024-01-01T00:00:00Z',
  features: new ReleaseGates(),
});
const body = (spec: object = {}): object => ({
  spec: { request: base64(REQUEST), signerName: 'example.com/s', usages: ['client auth'], ...spec },
});
const made = harness.made(body());
const withStatus = (status: object): typeof made => ({ ...made, status });
const condition = (type: string, more: object = {}): object => ({ type, status: 'True', ...more });
const TIMED = { lastUpdateTime: '2023-01-01T00:00:00Z', lastTransitionTime: '2023-01-01T00:00:00Z' };

describe('CertificateSigningRequest', () => {
  it('C-212 D-250 sets the requester to the authenticated user', () => {
    const spec = harness.made(body({ username: 'mallory', uid: 'x', groups: ['system:masters'], extra: { a: ['b'] } }))[
      'spec'
    ];
    expect(spec).toEqual({
      request: base64(REQUEST),
      signerName: 'example.com/s',
      usages: ['client auth'],
      username: 'alice',
      uid: 'u1',
      groups: ['g1'],
      extra: { scope: ['a'] },
    });
  });

  it('A-457 resets the status on create', () =>
    expect(
      harness.made({ ...body(), status: { certificate: 'AA==', conditions: [condition('Approved')] } })['status'],
    ).toEqual({}));

  it('C-213 D-250 an update changes metadata only', () => {
    const updated = harness.changed(body(), {
      ...body({ signerName: 'example.com/other' }),
      status: { conditions: [condition('Approved')] },
    });
    expect([updated['spec'], updated['status']]).toEqual([made['spec'], {}]);
  });

  const named = (...subject: RawAttribute[]) => ({
    request: base64(requestWithSubject(subject.map((attribute) => [attribute])).requestPem),
  });
  const builtIn = { signerName: harness.definition.vocabulary.signers.apiServerClient };
  const twoNames = named({ type: 'CN', value: 'a' }, { type: 'CN', value: 'b' });
  const creates: [string, string, object, string[]][] = [
    ['A-450', 'a request passes', {}, []],
    ['A-450', 'garbage', { request: base64('garbage') }, ['spec.request FieldValueInvalid']],
    [
      'A-450',
      'a request that another key signed',
      { request: base64(REQUEST.replace('B2ZU5Qyd5O3', 'B2ZU5Qyd5O4')) },
      ['spec.request FieldValueInvalid'],
    ],
    [
      'A-450',
      'a certificate in place of a request',
      { request: base64(CERTIFICATE) },
      ['spec.request FieldValueInvalid'],
    ],
    [
      'A-450',
      'a block of other content',
      { request: base64(CERTIFICATE.replaceAll('CERTIFICATE', 'CERTIFICATE REQUEST')) },
      ['spec.request FieldValueInvalid'],
    ],
    [
      'A-450',
      'an organization of another string type',
      named({ type: 'O', value: 'system:masters', tag: 0x12 }),
      ['spec.request FieldValueInvalid'],
    ],
    [
      'A-450',
      'several common names for a built-in signer',
      { ...twoNames, ...builtIn },
      ['spec.request FieldValueInvalid'],
    ],
    ['A-450', 'several common names for a signer of others', twoNames, []],
    ['A-450', 'an empty organization', named({ type: 'O', value: '' }), []],
    ['A-450', 'an empty organization for a built-in signer', { ...named({ type: 'O', value: '' }), ...builtIn }, []],
    ['A-450', 'an empty common name', named({ type: 'CN', value: '' }), ['spec.request FieldValueInvalid']],
    ['A-451', 'a signer is a domain of labels', { signerName: 'A.b/c' }, ['spec.signerName FieldValueInvalid']],
    ['A-451', 'a signer has one domain and one path', { signerName: 'a.b/c/d' }, ['spec.signerName FieldValueInvalid']],
    ['A-451 B-477', 'a signer is required', { signerName: '' }, ['spec.signerName FieldValueRequired']],
    ['C-218', 'a signer has a domain', { signerName: 'foo' }, ['spec.signerName FieldValueInvalid']],
    [
      'C-218',
      'the legacy signer is refused',
      { signerName: 'orch.io/legacy-unknown' },
      ['spec.signerName FieldValueInvalid'],
    ],
    ['A-452', 'no expiration is fine', { expirationSeconds: undefined }, []],
    ['A-453', '599 seconds are too few', { expirationSeconds: 599 }, ['spec.expirationSeconds FieldValueInvalid']],
    ['A-453', '600 seconds pass', { expirationSeconds: 600 }, []],
    ['A-454 B-479', 'usages are required', { usages: [] }, ['spec.usages FieldValueRequired']],
    [
      'A-455 B-480',
      'usages do not repeat',
      { usages: ['client auth', 'client auth'] },
      ['spec.usages[1] FieldValueDuplicate'],
    ],
    ['A-456 B-481', 'usages are known', { usages: ['foo'] }, ['spec.usages[0] FieldValueNotSupported']],
    ['C-219', 'a usage with a slash', { usages: ['s/mime', 'microsoft sgc', 'any'] }, []],
  ];
  for (const [id, name, spec, want] of creates)
    it(`${id} ${name}`, () => expect(harness.create(body(spec))).toEqual(want));

  const C = 'status.conditions';
  const transitions: [string, string, 'approval' | 'status', object, object, string[]][] = [
    ['C-214', 'approve', 'approval', {}, { conditions: [condition('Approved')] }, []],
    ['C-214', 'deny', 'approval', {}, { conditions: [condition('Denied')] }, []],
    [
      'C-214 D-250',
      'both exclude each other',
      'approval',
      {},
      { conditions: [condition('Approved'), condition('Denied')] },
      [`${C}[1].type FieldValueInvalid`],
    ],
    [
      'C-214 D-250',
      'an approval stays',
      'approval',
      { conditions: [condition('Approved')] },
      { conditions: [] },
      [`${C} FieldValueForbidden`],
    ],
    [
      'C-214',
      'no approval through status',
      'status',
      {},
      { conditions: [condition('Approved')] },
      [`${C} FieldValueForbidden`],
    ],
    [
      'C-214',
      'no change of one through status',
      'status',
      { conditions: [condition('Approved', TIMED)] },
      { conditions: [condition('Approved', { ...TIMED, reason: 'r' })] },
      [`${C} FieldValueForbidden`],
    ],
    [
      'C-214',
      'an approval that stays passes status',
      'status',
      { conditions: [condition('Approved', TIMED)] },
      { conditions: [condition('Approved', TIMED)], certificate: base64(CERTIFICATE) },
      [],
    ],
    [
      'C-215',
      'Approved is only ever true',
      'approval',
      {},
      { conditions: [condition('Approved', { status: 'False' })] },
      [`${C}[0].status FieldValueNotSupported`],
    ],
    [
      'C-215',
      'other conditions may be false',
      'approval',
      {},
      { conditions: [condition('Seen', { status: 'False' })] },
      [],
    ],
    [
      'A-460 B-482',
      'types do not repeat',
      'approval',
      {},
      { conditions: [condition('Approved'), condition('Approved')] },
      [`${C}[1].type FieldValueDuplicate`],
    ],
    [
      'A-460 B-482',
      'nor do absent ones',
      'approval',
      {},
      { conditions: [condition(''), condition('')] },
      [`${C}[0].type FieldValueRequired`, `${C}[1].type FieldValueRequired`, `${C}[1].type FieldValueDuplicate`],
    ],
    [
      'A-461 B-483',
      'a status is required',
      'approval',
      {},
      { conditions: [{ type: 'Approved' }] },
      [`${C}[0].status FieldValueRequired`],
    ],
    ['C-241', 'a failure is set through status', 'status', {}, { conditions: [condition('Failed')] }, []],
    ['C-241', 'and stays', 'status', { conditions: [condition('Failed')] }, {}, [`${C} FieldValueForbidden`]],
    ['A-458', 'a certificate is PEM', 'status', {}, { certificate: base64(CERTIFICATE) }, []],
    ['A-459', 'several are allowed', 'status', {}, { certificate: base64(CERTIFICATE + CERTIFICATE) }, []],
    [
      'C-216 B-484',
      'no other block',
      'status',
      {},
      { certificate: base64(CERTIFICATE + REQUEST) },
      ['status.certificate FieldValueInvalid'],
    ],
    [
      'C-216',
      'no headers',
      'status',
      {},
      { certificate: base64(CERTIFICATE.replace('-----\n', '-----\nA: b\n\n')) },
      ['status.certificate FieldValueInvalid'],
    ],
    [
      'C-216 B-484',
      'no text without a block',
      'status',
      {},
      { certificate: base64('x') },
      ['status.certificate FieldValueInvalid'],
    ],
    [
      'C-216',
      'no change once set',
      'status',
      { certificate: base64(CERTIFICATE) },
      { certificate: base64(CERTIFICATE + CERTIFICATE) },
      ['status.certificate FieldValueForbidden'],
    ],
    [
      'C-216',
      'no removal once set',
      'status',
      { certificate: base64(CERTIFICATE) },
      {},
      ['status.certificate FieldValueForbidden'],
    ],
  ];
  for (const [id, name, subresource, before, status, want] of transitions) {
    it(`${id} /${subresource}: ${name}`, () =>
      expect(harness.written(subresource, withStatus(before), { status }).errors).toEqual(want));
  }

  it('C-216 /approval does not change the certificate', () => {
    const status = { certificate: base64(CERTIFICATE), conditions: [condition('Approved')] };
    expect(harness.written('approval', made, { status }).object['status']).not.toHaveProperty('certificate');
    expect(
      harness.written('approval', withStatus({ certificate: 'AA==' }), { status }).object['status'],
    ).toHaveProperty('certificate', 'AA==');
  });

  it('C-213 a sub-resource does not change the spec', () =>
    expect(harness.written('approval', made, body({ signerName: 'example.com/other' })).object['spec']).toEqual(
      made['spec'],
    ));

  it('C-217 times default to now, and a transition keeps its time', () => {
    const { object } = harness.written('approval', withStatus({ conditions: [condition('Approved', TIMED)] }), {
      status: { conditions: [condition('Approved'), condition('Seen')] },
    });
    const now = '2024-01-01T00:00:00Z';
    expect(object['status']).toEqual({
      conditions: [
        condition('Approved', { lastUpdateTime: now, lastTransitionTime: TIMED.lastTransitionTime }),
        condition('Seen', { lastUpdateTime: now, lastTransitionTime: now }),
      ],
    });
  });

  const texts: [object, string][] = [
    [{}, 'Pending'],
    [{ conditions: [condition('Approved')] }, 'Approved'],
    [{ conditions: [condition('Approved')], certificate: 'AA==' }, 'Approved,Issued'],
    [{ conditions: [condition('Denied')] }, 'Denied'],
    [{ conditions: [condition('Approved'), condition('Failed')] }, 'Approved,Failed'],
  ];
  for (const [status, want] of texts) {
    it(`C-079 shows ${want}`, () => {
      const cells = harness.definition.declaration.columns!.map((c) => [c.name, c.value(withStatus(status), 0)]);
      expect(cells).toEqual([
        ['Name', 'x'],
        ['Age', '<unknown>'],
        ['SignerName', 'example.com/s'],
        ['Requestor', 'alice'],
        ['RequestedDuration', '<none>'],
        ['Condition', want],
      ]);
    });
  }

  it('C-221 is selectable by signer', () =>
    expect(harness.definition.declaration.selectableFields!['spec.signerName']!(made)).toBe('example.com/s'));
});
