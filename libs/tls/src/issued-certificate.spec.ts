import { FakeClock } from '@orch/apimachinery';
import { createCertificateAuthority } from '@orch/pki';
import { issue, stillFits } from './issued-certificate.js';

it('a pair fits from its first day on until a month before its expiry', async () => {
  const clock = new FakeClock();
  const day = 24 * 3_600_000;
  const startMs = clock.now();
  const ca = await createCertificateAuthority({ commonName: 'ca', notBeforeMs: startMs - day, validityDays: 3_650 });
  const wanted = { commonName: 'a', organizations: [], hosts: ['127.0.0.1'], usage: 'server auth' } as const;
  clock.advance(400 * day);
  const pair = await issue(ca, wanted, clock);
  const fits = (days: number) => stillFits(pair, ca, wanted, startMs + days * day);
  expect([0, 399, 400, 734, 736].map(fits)).toEqual([false, false, true, true, false]);
});
