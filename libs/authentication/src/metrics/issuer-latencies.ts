import { createHash } from 'node:crypto';
import { type AddMetric, Buckets, histogramsOf, Series } from '@orch/http';

/** Upper bounds of the buckets, seconds. */
const BUCKETS: readonly number[] = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const NAME = 'apiserver_authentication_jwt_authenticator_latency_seconds';

/** Time of verifying tokens of OpenID Connect issuers that are in no cache, with the name and labels of kube-apiserver. */
export class IssuerLatencies {
  private readonly series = new Series(() => new Buckets(BUCKETS));

  /** Measures a verification. */
  async measured<T>(issuer: string, verify: () => Promise<T>): Promise<T> {
    const startedMs = performance.now();
    let result = 'failure';
    try {
      const verified = await verify();
      result = 'success';
      return verified;
    } finally {
      const hash = `sha256:${createHash('sha256').update(issuer).digest('hex')}`;
      this.series.of({ result, jwt_issuer_hash: hash })?.observe((performance.now() - startedMs) / 1_000);
    }
  }

  addTo(add: AddMetric): void {
    add(NAME, 'histogram', 'Time of verifying tokens of an issuer that are in no cache, by result.', () =>
      histogramsOf(NAME, this.series),
    );
  }
}
