import { ConfigurableModuleBuilder, Module } from '@nestjs/common';
import { Registry, type RegistryOptions } from './registry.js';

export interface RegistryModuleOptions extends RegistryOptions {
  /** Called in order once the state is loaded, before anything else can inject the registry; each is waited for. */
  readonly followers?: readonly ((registry: Registry) => void | Promise<void>)[];
}

const { ConfigurableModuleClass, MODULE_OPTIONS_TOKEN } = new ConfigurableModuleBuilder<RegistryModuleOptions>()
  .setClassMethodName('forRoot')
  .build();

/** Loads the state of the stores and follows them. Exports {@link Registry}; the importing module closes it. */
@Module({
  providers: [
    {
      provide: Registry,
      inject: [MODULE_OPTIONS_TOKEN],
      useFactory: async ({ followers = [], ...options }: RegistryModuleOptions): Promise<Registry> => {
        const registry = await Registry.start(options);
        for (const follow of followers) await follow(registry);
        return registry;
      },
    },
  ],
  exports: [Registry],
})
export class RegistryModule extends ConfigurableModuleClass {}
