import { siblingVersion } from '../../../definition/sibling-version.js';
import { structVersion } from '../../../definition/struct-version.js';
import { cronJobKind } from '../../v1/cron-job/cron-job.kind.js';

/** The older version of the same object, removed in 1.25. A delete through it orphans the jobs. */
export const cronJobV1Beta1Kind = {
  ...siblingVersion(cronJobKind, {
    version: 'v1beta1',
    // The job itself is the same in both.
    structs: structVersion('batch.v1', 'batch.v1beta1', { shared: ['JobSpec'] }),
    lifecycle: { deprecated: 21, removed: 25, replacement: { group: 'batch', version: 'v1', kind: 'CronJob' } },
  }),
  defaultPropagation: 'Orphan' as const,
};
