import { Module, type DynamicModule, type ModuleMetadata, type Provider } from '@nestjs/common';
import { Clock } from '@orch/apimachinery';
import { Client, InformerFactory } from '@orch/client';
import { Logger } from '@orch/process';
import { Vocabulary } from '@orch/vocabulary';
import { ControllerRuntime } from '../controller/controller-runtime.js';
import { ControllerModuleOptions } from '../manager/controller-module-options.js';
import { openRuntime } from '../manager/open-runtime.js';
import { openSharedQueues } from '../manager/open-shared-queues.js';

@Module({})
class ControllerOptionsModule {}

@Module({})
class ControllerCoreModule {}

/** Provides the shared runtime of the controllers to all modules. */
export const controllerCoreModule = (imports: ModuleMetadata['imports'], options: Provider): DynamicModule => ({
  module: ControllerCoreModule,
  global: true,
  // The options may depend on a `Client` or `Logger` of the application, which are not those provided here.
  imports: [
    {
      module: ControllerOptionsModule,
      imports: imports ?? [],
      providers: [options],
      exports: [ControllerModuleOptions],
    },
  ],
  providers: [
    {
      provide: ControllerRuntime,
      inject: [ControllerModuleOptions],
      useFactory: async (of: ControllerModuleOptions) => openRuntime(of, await openSharedQueues(of)),
    },
    ofRuntime(Client, ({ client }) => client),
    ofRuntime(InformerFactory, ({ informers }) => informers),
    ofRuntime(Vocabulary, ({ client }) => client.vocabulary),
    ofRuntime(Clock, ({ clock }) => clock),
    ofRuntime(Logger, ({ logger }) => logger),
  ],
  exports: [ControllerOptionsModule, ControllerRuntime, Client, InformerFactory, Vocabulary, Clock, Logger],
});

const ofRuntime = <T>(
  provide: abstract new (...args: never[]) => T,
  useFactory: (runtime: ControllerRuntime) => T,
) => ({
  provide,
  inject: [ControllerRuntime],
  useFactory,
});
