import { Module, type DynamicModule } from '@nestjs/common';
import { ControllerModule } from '@orch/controller-kit';
import { FileRootCaSource, RootCaSource } from '../shared/root-ca-source.js';
import { ClusterTrustBundlePublisherReconciler } from './reconciler.js';

@Module({})
export class ClusterTrustBundlePublisherModule {
  /** @param file certificates to publish, PEM. */
  static forRoot({ file }: { readonly file: string }): DynamicModule {
    const source = { provide: RootCaSource, useValue: new FileRootCaSource(file) };
    const feature = ControllerModule.forFeature([ClusterTrustBundlePublisherReconciler], { providers: [source] });
    return { module: ClusterTrustBundlePublisherModule, imports: [feature] };
  }
}
