import { Module } from '@nestjs/common';
import { builtinResources, type HasMetadata, type ResourceLike } from '@orch/client';
import type { Lister, ObjectKey, ResourceClient } from '@orch/client';
import { ControllerModule, DONE, InjectLister, InjectResourceClient, Reconciler, watch } from '@orch/controller-kit';

type ConfigMap = HasMetadata & { readonly data?: Readonly<Record<string, string>> };
const configMaps: ResourceLike<ConfigMap> = builtinResources.configMaps;

@Reconciler({ name: 'greeter', watches: [watch(configMaps)] })
export class GreeterReconciler {
  constructor(
    @InjectLister(configMaps) private readonly maps: Lister<ConfigMap>,
    @InjectResourceClient(configMaps) private readonly client: ResourceClient<ConfigMap>,
  ) {}

  async reconcile(key: ObjectKey, signal: AbortSignal) {
    const map = this.maps.get(key);
    if (!map?.metadata.labels?.['greet'] || map.data?.['greeting']) return DONE;
    await this.client.patch(key, 'merge', { data: { greeting: 'hello' } }, { signal });
    return DONE;
  }
}

@Module({ imports: [ControllerModule.forRoot(), ControllerModule.forFeature([GreeterReconciler])] })
export class AppModule {}
