import { ConfigurableModuleBuilder, Module } from '@nestjs/common';
import { Authorizer } from '@orch/http';
import type { AuthorizationSources } from './authorizers-by-mode.js';
import { configuredAuthorizer } from './configured-authorizer.js';
import { NodeObjects } from './node/node-objects.js';
import { RbacIndex } from './rbac/rbac-index.js';

export interface AuthorizationModuleOptions extends Omit<AuthorizationSources, 'rbacIndex' | 'nodeObjects'> {
  /** Consulted after the configured ones, in this order. Default: none. */
  readonly additional?: readonly Authorizer[];
}

const { ConfigurableModuleClass, MODULE_OPTIONS_TOKEN } = new ConfigurableModuleBuilder<AuthorizationModuleOptions>()
  .setClassMethodName('forRoot')
  .build();

/**
 * The authorizers of the configured modes. Exports {@link Authorizer}, and the indexes that it reads: {@link RbacIndex} and {@link NodeObjects}
 * are empty until they follow a registry.
 */
@Module({
  providers: [
    { provide: RbacIndex, useFactory: () => new RbacIndex() },
    { provide: NodeObjects, useFactory: () => new NodeObjects() },
    {
      provide: Authorizer,
      inject: [MODULE_OPTIONS_TOKEN, RbacIndex, NodeObjects],
      useFactory: (
        { additional, ...sources }: AuthorizationModuleOptions,
        rbacIndex: RbacIndex,
        nodeObjects: NodeObjects,
      ) => configuredAuthorizer({ ...sources, rbacIndex, nodeObjects }, additional),
    },
  ],
  exports: [Authorizer, RbacIndex, NodeObjects],
})
export class AuthorizationModule extends ConfigurableModuleClass {}
