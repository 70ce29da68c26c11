import { ConfigurableModuleBuilder, Module } from '@nestjs/common';
import { Authorizer } from '@orch/http';
import type { AuthorizationSources } from './authorizers-by-mode.js';
import { DecisionMetrics } from './decision-metrics.js';
import { configuredAuthorizer } from './configured-authorizer.js';
import { NodeObjects } from './node/node-objects.js';
import { RbacIndex } from './rbac/rbac-index.js';

export interface AuthorizationModuleOptions extends Omit<
  AuthorizationSources,
  'rbacIndex' | 'nodeObjects' | 'decisions'
> {
  /** Consulted after the configured ones, in this order. Default: none. */
  readonly additional?: readonly Authorizer[];
}

const { ConfigurableModuleClass, MODULE_OPTIONS_TOKEN } = new ConfigurableModuleBuilder<AuthorizationModuleOptions>()
  .setClassMethodName('forRoot')
  .build();

/**
 * The authorizers of the configured modes. Exports {@link Authorizer}, its {@link DecisionMetrics}, and the indexes that it reads: {@link RbacIndex} and {@link NodeObjects}
 * are empty until they follow a registry.
 */
@Module({
  providers: [
    { provide: RbacIndex, useFactory: () => new RbacIndex() },
    { provide: NodeObjects, useFactory: () => new NodeObjects() },
    { provide: DecisionMetrics, useFactory: () => new DecisionMetrics() },
    {
      provide: Authorizer,
      inject: [MODULE_OPTIONS_TOKEN, RbacIndex, NodeObjects, DecisionMetrics],
      useFactory: (
        { additional, ...sources }: AuthorizationModuleOptions,
        rbacIndex: RbacIndex,
        nodeObjects: NodeObjects,
        decisions: DecisionMetrics,
      ) => configuredAuthorizer({ ...sources, rbacIndex, nodeObjects, decisions }, additional),
    },
  ],
  exports: [Authorizer, RbacIndex, NodeObjects, DecisionMetrics],
})
export class AuthorizationModule extends ConfigurableModuleClass {}
