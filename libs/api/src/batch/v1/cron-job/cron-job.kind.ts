import { AGE_COLUMN, ageSince, column, NAME_COLUMN } from '../../../definition/columns.js';
import type { KindDeclaration } from '../../../definition/kind-declaration.js';
import { containerColumns, countColumn, selectorColumn } from '../../../core/workload/workload-columns.js';
import { cronJobDefaults } from './cron-job.defaults.js';
import { cronJobStatus, cronJobStrategy } from './cron-job.strategy.js';
import { CronJob } from './cron-job.types.js';

const text = (name: string, description: string, value: (job: CronJob, nowMs: number) => string) =>
  column<CronJob>({ name, type: 'string', description }, value);

export const cronJobKind: KindDeclaration = {
  type: CronJob,
  group: 'batch',
  version: 'v1',
  kind: 'CronJob',
  resource: 'cronjobs',
  singular: 'cronjob',
  shortNames: ['cj'],
  categories: ['all'],
  namespaced: true,
  nameRule: 'dns-subdomain',
  generation: true,
  deleteAnswers: 'status',
  columns: [
    NAME_COLUMN,
    text('Schedule', 'Schedule in cron format.', ({ spec }) => spec?.schedule ?? ''),
    text('Timezone', 'Where the times of the schedule are meant.', ({ spec }) => spec?.timeZone ?? '<none>'),
    text('Suspend', 'Whether no new jobs are created.', ({ spec }) => (spec?.suspend ? 'True' : 'False')),
    countColumn<CronJob>('Active', 'Jobs that run.', ({ status }) => status?.active?.length),
    text('Last Schedule', 'Time since the last job was created.', ({ status }, nowMs) =>
      status?.lastScheduleTime ? ageSince(status.lastScheduleTime, nowMs) : '<none>',
    ),
    AGE_COLUMN,
    ...containerColumns<CronJob>(({ spec }) => spec?.jobTemplate?.spec?.template),
    selectorColumn<CronJob>(({ spec }) => spec?.jobTemplate?.spec?.selector),
  ],
  strategy: cronJobStrategy,
  defaults: cronJobDefaults,
  subresources: { status: cronJobStatus },
};
