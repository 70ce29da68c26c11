import { KindTestHarness } from '../../../kind-test-harness/kind-test-harness.fixture.js';

const harness = new KindTestHarness('ClusterTrustBundle');
const pem = (body: string, label = 'CERTIFICATE') => `-----BEGIN ${label}-----\n${body}\n-----END ${label}-----\n`;
const bundle = (name: string, spec: object = {}) => ({
  metadata: { name },
  spec: { trustBundle: pem('MAA='), ...spec },
});
const signerName = 'example.com/s';
const trustBundle = (text: string) => bundle('x', { trustBundle: text });

describe('cluster trust bundles', () => {
  const cases: [name: string, body: object, want: string[]][] = [
    ['without a signer', bundle('a.b'), []],
    ['without a signer, named as if with one', bundle('a:b'), ['metadata.name FieldValueInvalid']],
    ['of a signer', bundle('example.com:s:1', { signerName }), []],
    ['of a signer, named as if not', bundle('a', { signerName }), ['metadata.name FieldValueInvalid']],
    ['of an odd signer', bundle('s:1', { signerName: 's' }), ['spec.signerName FieldValueInvalid']],
    ['empty', trustBundle(''), ['spec.trustBundle FieldValueInvalid']],
    ['of keys', trustBundle(pem('MAA=', 'PRIVATE KEY')), ['spec.trustBundle FieldValueInvalid']],
    ['with the same twice', trustBundle(pem('MAA=') + pem('MAA=')), ['spec.trustBundle FieldValueInvalid']],
    ['with headers', trustBundle(pem('A: b\n\nMAA=')), ['spec.trustBundle FieldValueInvalid']],
    ['of two', trustBundle(pem('MAA=') + pem('MAEA')), []],
  ];
  for (const [name, body, want] of cases) it(name, () => expect(harness.create(body)).toEqual(want));

  it('has an immutable signer', () =>
    expect(harness.update(bundle('example.com:s:1', { signerName }), bundle('example.com:s:1'))).toContain(
      'spec.signerName FieldValueInvalid',
    ));
});
