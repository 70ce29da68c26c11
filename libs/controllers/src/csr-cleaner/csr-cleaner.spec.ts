import { FakeClock, formatTime } from '@orch/apimachinery';
import { InMemoryApi } from '@orch/client-testing';
import { createCertificateAuthority } from '@orch/pki';
import { certificateSigningRequests, type CertificateSigningRequest } from '../shared/certificate-signing-request.js';
import { cleanupTime } from './plan.js';
import { CsrCleanerReconciler } from './reconciler.js';

const HOUR = 3_600_000;
const T0 = Date.UTC(2024, 0, 1);
const signal = new AbortController().signal;
const key = { namespace: '', name: 'c' };

const csr = (conditions: [type: string, atMs: number][], certificate?: string): CertificateSigningRequest => ({
  metadata: { name: 'c', creationTimestamp: formatTime(T0) },
  spec: { request: '', signerName: 's' },
  status: {
    conditions: conditions.map(([type, atMs]) => ({ type, status: 'True', lastUpdateTime: formatTime(atMs) })),
    ...(certificate ? { certificate: Buffer.from(certificate).toString('base64') } : {}),
  },
});

describe('expiration of a request', () => {
  const table = [
    { id: 'B-340', name: 'pending: 24 hours after creation', csr: csr([]), want: T0 + 24 * HOUR },
    { id: 'B-339', name: 'approved: 1 hour after', csr: csr([['Approved', T0 + HOUR]]), want: T0 + 2 * HOUR },
    { id: 'B-339', name: 'denied: 1 hour after', csr: csr([['Denied', T0 + HOUR]]), want: T0 + 2 * HOUR },
    {
      id: 'B-339',
      name: 'failed: 1 hour after the failure',
      csr: csr([
        ['Approved', T0],
        ['Failed', T0 + HOUR],
      ]),
      want: T0 + 2 * HOUR,
    },
    {
      id: 'A-495',
      name: 'a condition without times counts from creation',
      csr: { ...csr([]), status: { conditions: [{ type: 'Denied', status: 'True' }] } },
      want: T0 + HOUR,
    },
    { id: 'A-495', name: 'no time at all: never', csr: { ...csr([]), metadata: { name: 'c' } }, want: undefined },
    {
      id: 'A-496',
      name: 'a malformed certificate has no expiration',
      csr: csr([['Approved', T0]], 'junk'),
      want: T0 + HOUR,
    },
  ];
  for (const c of table) it(`${c.id} ${c.name}`, () => expect(cleanupTime(c.csr)).toBe(c.want));

  it('A-496 B-341 is that of its certificate, if earlier', async () => {
    const { certificatePem } = await createCertificateAuthority({
      commonName: 'x',
      notBeforeMs: T0 - 24 * HOUR,
      validityDays: 1,
    });
    expect(cleanupTime(csr([['Approved', T0]], certificatePem))).toBe(T0);
    expect(cleanupTime(csr([['Approved', T0 - 12 * HOUR]], certificatePem))).toBe(T0 - 11 * HOUR);
  });
});

describe('reconciler', () => {
  const api = new InMemoryApi();
  const clock = new FakeClock(T0);
  const reconciler = new CsrCleanerReconciler(
    api.lister(certificateSigningRequests),
    api.resource(certificateSigningRequests),
    clock,
  );
  const there = () => api.find(certificateSigningRequests, key) !== undefined;

  it.each<[title: string, request: (now: number) => CertificateSigningRequest, kept: number]>([
    ['B-339 an approved request for an hour', (now) => csr([['Approved', now]]), HOUR],
    ['B-339 a denied request for an hour', (now) => csr([['Denied', now]]), HOUR],
    [
      'B-339 a failed request for an hour',
      (now) =>
        csr([
          ['Approved', now],
          ['Failed', now],
        ]),
      HOUR,
    ],
    [
      'B-340 a pending request for 24 hours',
      (now) => ({ ...csr([]), metadata: { name: 'c', creationTimestamp: formatTime(now) } }),
      24 * HOUR,
    ],
  ])('keeps %s, then deletes it', async (_title, request, kept) => {
    api.put(certificateSigningRequests, request(clock.now()));
    expect(await reconciler.reconcile(key, signal)).toEqual({ requeueAfterMs: kept });
    clock.advance(kept - 1);
    expect(await reconciler.reconcile(key, signal)).toEqual({ requeueAfterMs: 1 });
    expect(there()).toBe(true);
    clock.advance(1);
    await reconciler.reconcile(key, signal);
    expect(there()).toBe(false);
    expect(await reconciler.reconcile(key, signal)).toMatchObject({});
  });
  it('B-341 keeps a request until its certificate has expired, then deletes it', async () => {
    const left = 10 * 60_000;
    const { certificatePem } = await createCertificateAuthority({
      commonName: 'x',
      notBeforeMs: clock.now() + left - 24 * HOUR,
      validityDays: 1,
    });
    api.put(certificateSigningRequests, csr([['Approved', clock.now()]], certificatePem));
    expect(await reconciler.reconcile(key, signal)).toEqual({ requeueAfterMs: left });
    clock.advance(left - 1);
    await reconciler.reconcile(key, signal);
    expect(there()).toBe(true);
    clock.advance(1);
    await reconciler.reconcile(key, signal);
    expect(there()).toBe(false);
  });

  it('keeps a request that changed since it was read', async () => {
    const stale = api.put(certificateSigningRequests, csr([]));
    api.put(certificateSigningRequests, stale);
    clock.advance(48 * HOUR);
    const lister = { ...api.lister(certificateSigningRequests), get: () => stale };
    const behind = new CsrCleanerReconciler(lister, api.resource(certificateSigningRequests), clock);
    await expect(behind.reconcile(key, signal)).rejects.toMatchObject({ reason: 'Conflict' });
    expect(there()).toBe(true);
  });
});
