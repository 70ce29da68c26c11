import type { Lister, ObjectKey, ResourceClient } from '@orch/client';
import { DONE, InjectLister, InjectResourceClient, Logger, Reconciler, watch, type Result } from '@orch/controller-kit';
import { Vocabulary } from '@orch/vocabulary';
import { configMaps, type ConfigMap } from '../shared/config-map.js';
import { isActive, isNamespaceGoing, isNotDeletion, namespaces, type Namespace } from '../shared/namespace.js';
import { RootCaSource } from '../shared/root-ca-source.js';
import { unlessRefused } from '../shared/refused-write.js';
import { planPublication } from './plan.js';

/** Delay until a missing file is looked up again. */
const FILE_RETRY_MS = 60_000;

/** Resync period, for a renewed certificate file. */
const RESYNC_MS = 600_000;

/** Selects the published ConfigMaps. */
const publishedSelection = ({ rootCaConfigMap }: Vocabulary) => ({ fieldSelector: `metadata.name=${rootCaConfigMap}` });

/** Reconciles the ConfigMap of one namespace. Keys are namespaces. Source: D-045. */
@Reconciler({
  name: 'root-ca-publisher',
  resyncMs: RESYNC_MS,
  watches: (vocabulary) => [
    watch(namespaces, { filter: isNotDeletion }),
    watch(configMaps, {
      options: publishedSelection(vocabulary),
      mapToKeys: (configMap) => [{ namespace: '', name: configMap.metadata.namespace ?? '' }],
    }),
  ],
})
export class RootCaPublisherReconciler implements Reconciler {
  constructor(
    @InjectLister(namespaces) private readonly namespaces: Lister<Namespace>,
    @InjectLister(configMaps, publishedSelection) private readonly configMaps: Lister<ConfigMap>,
    @InjectResourceClient(configMaps) private readonly client: ResourceClient<ConfigMap>,
    private readonly source: RootCaSource,
    private readonly vocabulary: Vocabulary,
    private readonly logger: Logger,
  ) {}

  async reconcile(key: ObjectKey, signal: AbortSignal): Promise<Result> {
    if (!isActive(this.namespaces.get(key))) return DONE;
    const rootCaPem = await this.source.load();
    if (rootCaPem === undefined) {
      this.logger.warn('no root certificate to publish yet', { namespace: key.name });
      return { requeueAfterMs: FILE_RETRY_MS };
    }
    const present = this.configMaps.get({ namespace: key.name, name: this.vocabulary.rootCaConfigMap });
    const plan = planPublication(key.name, present, rootCaPem, this.vocabulary);
    try {
      if (plan.action === 'create') await this.client.createIfAbsent(plan.configMap, { signal });
      if (plan.action === 'replace') await this.replace(plan.configMap, signal);
    } catch (err) {
      if (!isNamespaceGoing(err)) throw err; // it, or its namespace, was deleted meanwhile: that event requeues the key
    }
    return DONE;
  }

  /** An immutable ConfigMap stays unchanged until it is deleted. */
  private replace(configMap: ConfigMap, signal: AbortSignal): Promise<ConfigMap> {
    return unlessRefused(() => this.client.replace(configMap, { signal }));
  }
}
