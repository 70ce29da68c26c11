import { AGE_COLUMN, column, NAME_COLUMN } from '../../../definition/columns.js';
import { fieldReader } from '../../../definition/field-reader.js';
import type { KindDeclaration } from '../../../definition/kind-declaration.js';
import { containerColumns, selectorColumn } from '../../../core/workload/workload-columns.js';
import { completionsText, durationText, statusText } from './job-cells.js';
import { jobDefaults } from './job.defaults.js';
import { jobStatus, jobStrategy } from './job.strategy.js';
import { Job } from './job.types.js';

const text = (name: string, description: string, value: (job: Job, nowMs: number) => string) =>
  column<Job>({ name, type: 'string', description }, value);

export const jobKind: KindDeclaration = {
  type: Job,
  group: 'batch',
  version: 'v1',
  kind: 'Job',
  resource: 'jobs',
  singular: 'job',
  categories: ['all'],
  namespaced: true,
  nameRule: 'dns-subdomain',
  generation: true,
  deleteAnswers: 'status',
  defaultPropagation: 'Orphan',
  defaultPropagationWarning:
    'child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or set ' +
    'propagationPolicy=Orphan to suppress this warning',
  selectableFields: { 'status.successful': (job) => fieldReader('status', 'succeeded')(job) || '0' },
  columns: [
    NAME_COLUMN,
    text('Status', 'Status of the job.', statusText),
    text('Completions', 'Succeeded and desired number of pods.', completionsText),
    text('Duration', 'Time required to complete the job.', durationText),
    AGE_COLUMN,
    ...containerColumns<Job>(({ spec }) => spec?.template),
    selectorColumn<Job>(({ spec }) => spec?.selector),
  ],
  strategy: jobStrategy,
  defaults: jobDefaults,
  subresources: { status: jobStatus },
};
