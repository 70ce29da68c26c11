import { Module, type DynamicModule } from '@nestjs/common';
import { ControllerContext, ControllerModule } from '@orch/controller-kit';
import { nodes } from '../shared/node.js';
import { pods } from '../shared/pod.js';
import { PodGarbageCollector } from './reconciler.js';

@Module({})
export class PodGarbageCollectorModule {
  /** @param keptTerminated terminated pods that are kept; 0 or less: all. */
  static forRoot({ keptTerminated }: { readonly keptTerminated: number }): DynamicModule {
    const reconciler = {
      provide: PodGarbageCollector,
      inject: [ControllerContext],
      useFactory: ({ client, informers, clock, logger, vocabulary }: ControllerContext) =>
        new PodGarbageCollector(
          { pods: informers.lister(pods), nodes: informers.lister(nodes) },
          client,
          { keptTerminated, outOfServiceTaint: vocabulary.taints.outOfService },
          clock,
          logger,
        ),
    };
    return {
      module: PodGarbageCollectorModule,
      imports: [ControllerModule.forFeature([PodGarbageCollector], { providers: [reconciler] })],
    };
  }
}
