import { ConfigurableModuleBuilder, Module } from '@nestjs/common';
import type { AuditOptions } from './audit-options.js';
import { AuditTrail } from './audit-trail.js';
import { configuredAudit, type AuditParts } from './configured-audit.js';

export interface AuditModuleOptions extends AuditParts {
  readonly options: AuditOptions;
}

const { ConfigurableModuleClass, MODULE_OPTIONS_TOKEN } = new ConfigurableModuleBuilder<AuditModuleOptions>()
  .setClassMethodName('forRoot')
  .build();

/** Records requests. Exports {@link AuditTrail}, which is undefined without a policy. */
@Module({
  providers: [
    {
      provide: AuditTrail,
      inject: [MODULE_OPTIONS_TOKEN],
      useFactory: ({ options, ...parts }: AuditModuleOptions) => configuredAudit(options, parts),
    },
  ],
  exports: [AuditTrail],
})
export class AuditModule extends ConfigurableModuleClass {}
