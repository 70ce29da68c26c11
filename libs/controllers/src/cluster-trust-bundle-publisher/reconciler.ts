import { keyOf, type Client, type ObjectKey } from '@orch/client';
import {
  ControllerContext,
  DONE,
  Reconciler,
  type Logger,
  type Result,
  type SourcedReconciler,
} from '@orch/controller-kit';
import { map, type Observable } from 'rxjs';
import { preconditionsOf } from '../shared/preconditions.js';
import { RootCaSource } from '../shared/root-ca-source.js';
import { ServedKind } from '../shared/served-kind.js';
import { KNOWN_VERSIONS, planBundles, type ClusterTrustBundle } from './plan.js';

/** Delay until a missing or renewed file is looked up again. Unit: milliseconds. */
const FILE_CHECK_MS = 60_000;

/** Keeps the bundle of the signer of serving certificates of API servers, while the server serves the kind. */
@Reconciler({ name: 'cluster-trust-bundle-publisher', watches: [], workers: 1 })
export class ClusterTrustBundlePublisherReconciler implements SourcedReconciler {
  readonly keys$: Observable<ObjectKey>;
  readonly synced: Promise<void>;
  private readonly client: Client;
  private readonly logger: Logger;
  private readonly signerName: string;
  private readonly bundles: ServedKind<ClusterTrustBundle>;

  constructor(
    { client, clock, random, logger }: ControllerContext,
    private readonly source: RootCaSource,
  ) {
    const { groups, signers } = client.vocabulary;
    this.client = client;
    this.logger = logger;
    this.signerName = signers.apiServerServing;
    this.bundles = new ServedKind({
      client,
      clock,
      random,
      logger,
      group: groups.certificates,
      resource: 'clustertrustbundles',
      versions: KNOWN_VERSIONS,
      selectors: this.selection,
    });
    this.keys$ = this.bundles.events$.pipe(map(() => ({ namespace: '', name: this.signerName })));
    this.synced = this.bundles.synced;
  }

  async reconcile(_key: ObjectKey, signal: AbortSignal): Promise<Result> {
    const kind = this.bundles.resource;
    if (!kind) return DONE;
    const trustBundle = await this.source.load();
    if (trustBundle === undefined) {
      this.logger.warn('no root certificate to publish yet', { signer: this.signerName });
      return { requeueAfterMs: FILE_CHECK_MS };
    }
    const client = this.client.resource<ClusterTrustBundle>(kind);
    const { items } = await client.list({ ...this.selection, signal });
    const { create, replace, remove } = planBundles(items, this.signerName, trustBundle, kind);
    if (create) await client.createIfAbsent(create, { signal });
    if (replace) await client.replace(replace, { signal });
    for (const bundle of remove)
      await client.deleteIfPresent(keyOf(bundle), { preconditions: preconditionsOf(bundle), signal });
    return { requeueAfterMs: FILE_CHECK_MS };
  }

  private get selection() {
    return { fieldSelector: `spec.signerName=${this.signerName}` };
  }
}
