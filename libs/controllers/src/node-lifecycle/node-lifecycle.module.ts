import { Module, type DynamicModule } from '@nestjs/common';
import { ControllerContext, ControllerModule } from '@orch/controller-kit';
import { nodes } from '../shared/node.js';
import { pods } from '../shared/pod.js';
import { byNode } from '../shared/pods-by-node.js';
import { NodeHealthReconciler } from './health-reconciler.js';
import { leases } from './lease.js';
import { NodeReconciler } from './node-reconciler.js';
import { PodsOfFailedNodesReconciler } from './pods-of-failed-nodes.js';
import type { NodeLifecycleSettings } from './settings.js';

@Module({})
export class NodeLifecycleModule {
  static forRoot(settings: NodeLifecycleSettings): DynamicModule {
    const health = {
      provide: NodeHealthReconciler,
      inject: [ControllerContext],
      useFactory: ({ client, informers, clock, events, logger, vocabulary }: ControllerContext) => {
        const namespace = vocabulary.namespaces.nodeLease;
        const cached = {
          nodes: informers.lister(nodes),
          pods: informers.lister(pods, byNode),
          leases: informers.lister(leases, { namespace }),
        };
        return new NodeHealthReconciler(cached, client, settings, vocabulary, events, clock, logger);
      },
    };
    return {
      module: NodeLifecycleModule,
      imports: [
        ControllerModule.forFeature([NodeReconciler, PodsOfFailedNodesReconciler]),
        ControllerModule.forFeature([NodeHealthReconciler], { providers: [health] }),
      ],
    };
  }
}
