import type { ApiObject } from '@orch/apimachinery';
import { podTemplateDefaults } from '../../../core/v1/pod/pod-defaults.js';
import type { CronJob } from './cron-job.types.js';

/** Defaults of the pod template. Those of a Job are set when one is created. */
export function cronJobDefaults(object: ApiObject): ApiObject {
  const job = object as CronJob;
  const template = job.spec?.jobTemplate?.spec?.template;
  if (!job.spec || !template) return job;
  const { jobTemplate } = job.spec;
  return {
    ...job,
    spec: {
      ...job.spec,
      jobTemplate: { ...jobTemplate, spec: { ...jobTemplate.spec, template: podTemplateDefaults(template) } },
    },
  };
}
