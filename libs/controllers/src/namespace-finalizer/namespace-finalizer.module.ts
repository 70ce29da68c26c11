import { Module } from '@nestjs/common';
import { reflect } from '@orch/client';
import { ControllerContext, ControllerModule } from '@orch/controller-kit';
import { namespaces } from '../shared/namespace.js';
import { servedResources } from '../shared/served-resources.js';
import { ContentWatches } from './content-watches.js';
import { NamespaceFinalizerReconciler } from './reconciler.js';

/** What is read of the content of a namespace. */
const NAMES = { metadata: { name: true, namespace: true, resourceVersion: true } };

const reconciler = {
  provide: NamespaceFinalizerReconciler,
  inject: [ControllerContext],
  useFactory: ({ client, informers, clock, random, vocabulary }: ControllerContext) =>
    new NamespaceFinalizerReconciler(
      informers.lister(namespaces),
      client,
      (signal) => servedResources(client.discovery, signal),
      new ContentWatches((resource, namespace) =>
        reflect(client.metadata(resource).namespace(namespace), { clock, random, kept: { members: NAMES } }),
      ),
      vocabulary.finalizers.namespace,
      clock,
    ),
};

@Module({ imports: [ControllerModule.forFeature([NamespaceFinalizerReconciler], { providers: [reconciler] })] })
export class NamespaceFinalizerModule {}
