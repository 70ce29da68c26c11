import { Module, type DynamicModule, type FactoryProvider, type ModuleMetadata, type Type } from '@nestjs/common';
import { ControllerManager } from '../manager/controller-manager.js';
import type { Reconciler } from '../reconcile/reconciler.js';
import { ControllerModuleOptions } from '../manager/controller-module-options.js';
import { controllerCoreModule } from './controller-core.module.js';
import { reconcilerModule, type FeatureOptions } from './reconciler.module.js';

/** Options that other modules provide. */
export interface ControllerModuleAsyncOptions
  extends
    Pick<ModuleMetadata, 'imports'>,
    Pick<FactoryProvider<ControllerModuleOptions>, 'inject'>,
    Pick<FactoryProvider<ControllerModuleOptions>, 'useFactory'> {}

/**
 * Controllers as Nest modules. `forRoot` provides the shared runtime to all modules and runs the controllers: they start with the
 * application, whose start completes once their caches are synced, and stop in order when it is closed. `forFeature` registers reconcilers.
 */
@Module({})
export class ControllerModule {
  /** Import once per application. Exports {@link ControllerManager}. */
  static forRoot(options: ControllerModuleOptions = {}): DynamicModule {
    return ControllerModule.forRootAsync({ useFactory: () => options });
  }

  /** {@link forRoot} with options that depend on providers of other modules. */
  static forRootAsync({ imports = [], inject = [], useFactory }: ControllerModuleAsyncOptions): DynamicModule {
    const options = { provide: ControllerModuleOptions, inject, useFactory };
    return {
      module: ControllerModule,
      // Not global itself: modules that are imported before it start before it, and stop after it.
      imports: [controllerCoreModule(imports, options)],
      providers: [ControllerManager],
      exports: [ControllerManager],
    };
  }

  /**
   * Registers classes with `@Reconciler(...)`, and exports them. Each gets its own module, with a logger and an event
   * recorder that name its controller.
   */
  static forFeature(reconcilers: readonly Type<Reconciler>[], options: FeatureOptions = {}): DynamicModule {
    const imports = reconcilers.map((reconciler) => reconcilerModule(reconciler, options));
    return { module: ControllerModule, imports, exports: imports };
  }
}
