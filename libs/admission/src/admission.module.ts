import { ConfigurableModuleBuilder, Module } from '@nestjs/common';
import { AdmissionMetrics } from './admission-metrics.js';
import { ConfiguredAdmission, type AdmissionSources } from './configured-admission.js';

export type AdmissionModuleOptions = Omit<AdmissionSources, 'metrics'>;

const { ConfigurableModuleClass, MODULE_OPTIONS_TOKEN } = new ConfigurableModuleBuilder<AdmissionModuleOptions>()
  .setClassMethodName('forRoot')
  .build();

/** The admission plugins selected by flags. Exports {@link ConfiguredAdmission} and {@link AdmissionMetrics}. */
@Module({
  providers: [
    { provide: AdmissionMetrics, useFactory: () => new AdmissionMetrics() },
    {
      provide: ConfiguredAdmission,
      inject: [MODULE_OPTIONS_TOKEN, AdmissionMetrics],
      useFactory: (options: AdmissionModuleOptions, metrics: AdmissionMetrics) =>
        new ConfiguredAdmission({ ...options, metrics }),
    },
  ],
  exports: [ConfiguredAdmission, AdmissionMetrics],
})
export class AdmissionModule extends ConfigurableModuleClass {}
