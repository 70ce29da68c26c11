import type { KindDeclaration } from '../definition/kind-declaration.js';
import { cronJobKind } from './v1/cron-job/cron-job.kind.js';
import { jobKind } from './v1/job/job.kind.js';
import { cronJobV1Beta1Kind } from './v1beta1/cron-job/cron-job.kind.js';

export const batchKinds: readonly KindDeclaration[] = [cronJobKind, jobKind, cronJobV1Beta1Kind];
