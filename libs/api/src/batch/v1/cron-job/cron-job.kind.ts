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
    text(
      'Schedule',
      'The schedule in Cron format, see https://en.wikipedia.org/wiki/Cron.',
      ({ spec }) => spec?.schedule ?? '',
    ),
    text('Timezone', 'Time zone of the schedule.', ({ spec }) => spec?.timeZone ?? '<none>'),
    column<CronJob>({ name: 'Suspend', type: 'boolean', description: 'Whether no new jobs are created.' }, ({ spec }) =>
      spec?.suspend ? 'True' : 'False',
    ),
    countColumn<CronJob>(
      'Active',
      'A list of pointers to currently running jobs.',
      ({ status }) => status?.active?.length,
    ),
    text(
      'Last Schedule',
      'Information when was the last time the job was successfully scheduled.',
      ({ status }, nowMs) => (status?.lastScheduleTime ? ageSince(status.lastScheduleTime, nowMs) : '<none>'),
    ),
    AGE_COLUMN,
    ...containerColumns<CronJob>(({ spec }) => spec?.jobTemplate?.spec?.template),
    selectorColumn<CronJob>(({ spec }) => spec?.jobTemplate?.spec?.selector),
  ],
  strategy: cronJobStrategy,
  defaults: cronJobDefaults,
  subresources: { status: cronJobStatus },
};
