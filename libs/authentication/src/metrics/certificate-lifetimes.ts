import { Buckets, histogram, type AddMetric } from '@orch/http';

/** Upper bounds of the buckets, seconds: from half an hour to a year. */
const BUCKETS: readonly number[] = [
  0, 1_800, 3_600, 7_200, 21_600, 43_200, 86_400, 172_800, 345_600, 604_800, 2_592_000, 7_776_000, 15_552_000,
  31_104_000,
];
const NAME = 'apiserver_client_certificate_expiration_seconds';

/** How long the client certificates of requests are still valid, with the name of kube-apiserver. */
export class CertificateLifetimes {
  private readonly left = new Buckets(BUCKETS);

  /** HOT PATH (bench: get): called for every request with a client certificate. */
  observe(leftMs: number): void {
    this.left.observe(leftMs / 1_000);
  }

  addTo(add: AddMetric): void {
    add(NAME, 'histogram', 'Time until the client certificates of requests expire.', () =>
      histogram(NAME, {}, this.left),
    );
  }
}
