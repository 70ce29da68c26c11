import { constants, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import {
  createCertificateAuthority,
  createPrivateKeyAndRequest,
  pemBlocks,
  signCertificateRequest,
  type KeyType,
} from '@orch/pki';
import { KindTestHarness } from '../../../kind-test-harness/kind-test-harness.fixture.js';

const requests = new KindTestHarness('PodCertificateRequest');
const POD_UID = 'a1b2';
const BASE = {
  signerName: 'example.com/s',
  podName: 'p',
  podUID: POD_UID,
  serviceAccountName: 'default',
  serviceAccountUID: 'c3',
  nodeName: 'n1',
  nodeUID: 'd4',
};
const NOW = Math.floor(Date.now() / 1000) * 1000;
const HOUR = 3_600_000;
const time = (ms: number) => new Date(ms).toISOString().replace('.000Z', 'Z');

const derOf = (pem: string): Buffer => pemBlocks(pem)[0]!.der;
async function newRequest(keyType: KeyType = 'EC') {
  const { requestPem } = await createPrivateKeyAndRequest({ commonName: 'x', keyType });
  return { requestPem, stubPKCS10Request: derOf(requestPem).toString('base64') };
}

let requestPem: string;
let stubPKCS10Request: string;
beforeAll(async () => ({ requestPem, stubPKCS10Request } = await newRequest()));

const body = (changes: object = {}) => ({ spec: { ...BASE, stubPKCS10Request, ...changes } });

describe('requests for certificates of pods', () => {
  it('have a default lifetime of a day', () => {
    expect(requests.create(body())).toEqual([]);
    expect(requests.made(body())['spec']).toMatchObject({ maxExpirationSeconds: 86_400 });
  });

  const invalid = (field: string) => [`spec.${field} FieldValueInvalid`];
  const annotations = (unverifiedUserAnnotations: object) => ({ unverifiedUserAnnotations });
  const cases: [name: string, changes: object, want: string[]][] = [
    ['of no signer', { signerName: '' }, invalid('signerName')],
    ['of an odd signer', { signerName: 'a' }, invalid('signerName')],
    ['without a pod', { podName: '' }, invalid('podName')],
    ['of an odd service account', { serviceAccountName: 'A' }, invalid('serviceAccountName')],
    ['of an odd node', { nodeName: 'a/b' }, invalid('nodeName')],
    ['without the UID of the pod', { podUID: '' }, ['spec.podUID FieldValueRequired']],
    ['with a long UID', { nodeUID: 'x'.repeat(129) }, ['spec.nodeUID FieldValueTooLong']],
    ['for less than an hour', { maxExpirationSeconds: 3_599 }, invalid('maxExpirationSeconds')],
    ['for 91 days', { maxExpirationSeconds: 7_862_400 }, []],
    ['for more than 91 days', { maxExpirationSeconds: 7_862_401 }, invalid('maxExpirationSeconds')],
    ['of a built-in signer', { signerName: 'orch.io/s' }, []],
    [
      'of a built-in signer for two days',
      { signerName: 'orch.io/s', maxExpirationSeconds: 172_800 },
      invalid('maxExpirationSeconds'),
    ],
    ['with data', annotations({ 'example.com/a': 'b' }), []],
    ['with data without a domain', annotations({ a: 'b' }), invalid('unverifiedUserAnnotations')],
    [
      'with much data',
      annotations({ 'example.com/a': 'b'.repeat(262_144) }),
      ['spec.unverifiedUserAnnotations FieldValueTooLong'],
    ],
    ['without a key', { stubPKCS10Request: '' }, ['spec.stubPKCS10Request FieldValueRequired']],
    ['of garbage', { stubPKCS10Request: 'AAAA' }, invalid('stubPKCS10Request')],
    ['with a key too', { pkixPublicKey: 'AAAA' }, ['spec.pkixPublicKey FieldValueForbidden']],
  ];
  for (const [name, changes, want] of cases) it(name, () => expect(requests.create(body(changes))).toEqual(want));

  it('are signed by their key', () => {
    const changed = Buffer.from(stubPKCS10Request, 'base64');
    changed[changed.length - 1]! ^= 1;
    expect(requests.create(body({ stubPKCS10Request: changed.toString('base64') }))).toEqual(
      invalid('stubPKCS10Request'),
    );
  });

  it.each<[KeyType, string[]]>([
    ['Ed25519', []],
    ['RSA', invalid('stubPKCS10Request')], // of 2048 bits
  ])('have a key of a known type, not any: %s', async (type, want) =>
    expect(requests.create(body(await newRequest(type)))).toEqual(want),
  );

  it('cannot be changed', () =>
    expect(requests.update(body(), body({ podName: 'q' }))).toEqual(['spec FieldValueInvalid']));
});

describe('a key with a proof of possession', () => {
  const proven = (publicKey: KeyObject, proof: Buffer) =>
    requests.create(
      body({
        stubPKCS10Request: undefined,
        pkixPublicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
        proofOfPossession: proof.toString('base64'),
      }),
    );
  const over = (text: string, hash: string | null, key: KeyObject, options: object = {}) =>
    sign(hash, Buffer.from(text), { key, ...options });
  const WRONG = ['spec.proofOfPossession FieldValueInvalid'];

  it('is a signature over the UID of the pod', () => {
    const ec = generateKeyPairSync('ec', { namedCurve: 'P-384' });
    const edwards = generateKeyPairSync('ed25519');
    const rsa = generateKeyPairSync('rsa', { modulusLength: 3072 });
    const pss = { padding: constants.RSA_PKCS1_PSS_PADDING };
    expect(proven(ec.publicKey, over(POD_UID, 'sha256', ec.privateKey))).toEqual([]);
    expect(proven(edwards.publicKey, over(POD_UID, null, edwards.privateKey))).toEqual([]);
    expect(proven(rsa.publicKey, over(POD_UID, 'sha256', rsa.privateKey, pss))).toEqual([]);
    expect(proven(rsa.publicKey, over(POD_UID, 'sha256', rsa.privateKey))).toEqual(WRONG);
    expect(proven(ec.publicKey, over('another', 'sha256', ec.privateKey))).toEqual(WRONG);
    expect(proven(ec.publicKey, Buffer.of())).toEqual(WRONG);
  });

  it('is of a key that can be read', () =>
    expect(requests.create(body({ stubPKCS10Request: undefined, pkixPublicKey: 'AAAA' }))).toEqual([
      'spec.pkixPublicKey FieldValueInvalid',
    ]));
});

describe('the answer of the signer', () => {
  const condition = (type: string, status = 'True') => ({
    type,
    status,
    reason: 'R',
    lastTransitionTime: '2024-01-01T00:00:00Z',
  });
  let chain: string;
  let issued: { certificateChain: string; notBefore: string; beginRefreshAt: string; notAfter: string };
  let certify: (request: string, hours: number) => Promise<string>;
  beforeAll(async () => {
    const ca = await createCertificateAuthority({ commonName: 'ca', notBeforeMs: NOW - HOUR, validityDays: 30 });
    certify = (request, hours) =>
      signCertificateRequest({
        ca,
        requestPem: request,
        keepSan: false,
        usages: ['client auth'],
        notBeforeMs: NOW,
        notAfterMs: NOW + hours * HOUR,
      });
    chain = (await certify(requestPem, 24)) + ca.certificatePem;
    issued = {
      certificateChain: chain,
      notBefore: time(NOW),
      beginRefreshAt: time(NOW + 12 * HOUR),
      notAfter: time(NOW + 24 * HOUR),
    };
  });
  const write = (status: object, before: object = {}) =>
    requests.written('status', { ...requests.made(body()), status: before }, { ...body(), status }).errors;
  const ISSUED = { conditions: [condition('Issued')] };

  it('is a certificate, a denial or a failure', () => {
    expect(write({ ...ISSUED, ...issued })).toEqual([]);
    expect(write({ conditions: [condition('Denied')] })).toEqual([]);
    expect(write({ conditions: [condition('Failed'), condition('Other', 'False')] })).toEqual([]);
    expect(write({ conditions: [condition('Denied'), condition('Failed')] })).toEqual([
      'status.conditions FieldValueInvalid',
    ]);
    expect(write({ conditions: [condition('Denied', 'False')] })).toEqual([
      'status.conditions[0].status FieldValueNotSupported',
    ]);
  });

  it('is final', () => {
    expect(write({}, { conditions: [condition('Denied')] })).toEqual(['status.conditions FieldValueForbidden']);
    const changed = { ...ISSUED, ...issued, certificateChain: 'other' };
    expect(write(changed, { ...ISSUED, ...issued })).toEqual(['status.certificateChain FieldValueInvalid']);
  });

  it('has a certificate with its times only when it is issued', () => {
    expect(write(issued)).toEqual(
      ['certificateChain', 'notBefore', 'beginRefreshAt', 'notAfter'].map((f) => `status.${f} FieldValueForbidden`),
    );
    const { notAfter: _absent, ...rest } = issued;
    expect(write({ ...ISSUED, ...rest })).toEqual(['status.notAfter FieldValueRequired']);
  });

  it('has the times of the certificate', () => {
    const wrong = (field: string, ms: number) => write({ ...ISSUED, ...issued, [field]: time(ms) });
    expect(wrong('notBefore', NOW + 1_000)).toEqual(['status.notBefore FieldValueInvalid']);
    expect(wrong('notAfter', NOW + HOUR)).toEqual(['status.notAfter FieldValueInvalid']);
    expect(wrong('beginRefreshAt', NOW - 1_000)).toEqual(['status.beginRefreshAt FieldValueInvalid']);
    expect(wrong('beginRefreshAt', NOW + 25 * HOUR)).toEqual(['status.beginRefreshAt FieldValueInvalid']);
  });

  it('has certificates only, the first of the requested key and not for longer than requested', async () => {
    const CHAIN = ['status.certificateChain FieldValueInvalid'];
    const chained = (certificateChain: string, hours = 24) =>
      write({ ...ISSUED, ...issued, certificateChain, notAfter: time(NOW + hours * HOUR) });
    expect(chained('text')).toEqual(CHAIN);
    expect(chained(`${chain}-----BEGIN X-----\nAAAA\n-----END X-----\n`)).toEqual(CHAIN);
    expect(chained('-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n')).toEqual(CHAIN);
    expect(chained(await certify((await newRequest()).requestPem, 24))).toEqual(CHAIN);
    expect(chained(await certify(requestPem, 25), 25)).toEqual(CHAIN);
    expect(chained(await certify(requestPem, 24))).toEqual([]);
  });
});
