import { Module, type DynamicModule, type ModuleMetadata, type Provider, type Type } from '@nestjs/common';
import { Client } from '@orch/client';
import { Logger } from '@orch/process';
import { ControllerContext } from '../controller/controller-context.js';
import { ControllerRuntime } from '../controller/controller-runtime.js';
import { Controller } from '../controller/controller.js';
import { EventRecorder } from '../event-recorder/event-recorder.js';
import { injectionProviders } from '../injection/injection.js';
import { reconcilerOptions } from '../reconcile/reconciler-options.js';
import type { Reconciler } from '../reconcile/reconciler.js';

/** Dependencies of reconcilers in addition to those the kit provides. */
export interface FeatureOptions {
  /** Modules that export dependencies of the constructors. */
  readonly imports?: ModuleMetadata['imports'];
  /** Providers, instantiated once per reconciler. A provider of the class of a reconciler replaces its constructor. */
  readonly providers?: readonly Provider[];
  /** Concurrent reconciles of each. Default: that of `@Reconciler`. */
  readonly workers?: number | undefined;
}

@Module({})
class ReconcilerModule {}

/** One reconciler and its controller. */
export function reconcilerModule(reconciler: Type<Reconciler>, options: FeatureOptions): DynamicModule {
  const { imports = [], providers = [], workers } = options;
  const { watches, ...declared } = reconcilerOptions(reconciler);
  return {
    module: ReconcilerModule,
    imports,
    providers: [
      {
        provide: ControllerContext,
        inject: [ControllerRuntime],
        useFactory: (runtime: ControllerRuntime) => runtime.contextOf(declared.name),
      },
      { provide: Client, inject: [ControllerContext], useFactory: ({ client }: ControllerContext) => client },
      { provide: Logger, inject: [ControllerContext], useFactory: ({ logger }: ControllerContext) => logger },
      { provide: EventRecorder, inject: [ControllerContext], useFactory: ({ events }: ControllerContext) => events },
      ...injectionProviders([reconciler, ...providers.filter((provider) => typeof provider === 'function')]),
      reconciler,
      ...providers,
      {
        provide: Controller,
        inject: [ControllerRuntime, ControllerContext, reconciler],
        useFactory: (runtime: ControllerRuntime, context: ControllerContext, instance: Reconciler) => {
          const own = {
            ...declared,
            watches: typeof watches === 'function' ? watches(context.vocabulary) : watches,
            ...(workers === undefined ? {} : { workers }),
          };
          return runtime.add(new Controller(own, context, instance, runtime.sharedQueues));
        },
      },
    ],
    exports: [reconciler],
  };
}
