import { ConfigurableModuleBuilder, Module } from '@nestjs/common';
import { Authorizer } from '@orch/http';
import type { AuthorizationSources } from './authorizers-by-mode.js';
import { configuredAuthorizer } from './configured-authorizer.js';
import { NodeObjects } from './node/node-objects.js';
import { Rights } from './rbac/rights.js';

export interface AuthorizationModuleOptions extends Omit<AuthorizationSources, 'rights' | 'nodeObjects'> {
  /** Consulted after the configured ones, in this order. Default: none. */
  readonly additional?: readonly Authorizer[];
}

const { ConfigurableModuleClass, MODULE_OPTIONS_TOKEN } = new ConfigurableModuleBuilder<AuthorizationModuleOptions>()
  .setClassMethodName('forRoot')
  .build();

/**
 * The authorizers of the configured modes. Exports {@link Authorizer}, and the indexes that it reads: {@link Rights} and {@link NodeObjects}
 * are empty until they follow a registry.
 */
@Module({
  providers: [
    { provide: Rights, useFactory: () => new Rights() },
    { provide: NodeObjects, useFactory: () => new NodeObjects() },
    {
      provide: Authorizer,
      inject: [MODULE_OPTIONS_TOKEN, Rights, NodeObjects],
      useFactory: ({ additional, ...sources }: AuthorizationModuleOptions, rights: Rights, nodeObjects: NodeObjects) =>
        configuredAuthorizer({ ...sources, rights, nodeObjects }, additional),
    },
  ],
  exports: [Authorizer, Rights, NodeObjects],
})
export class AuthorizationModule extends ConfigurableModuleClass {}
