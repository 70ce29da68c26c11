import type { KindDeclaration } from '../../definition/kind-declaration.js';
import { controllerRevisionKind } from './controller-revision/controller-revision.kind.js';
import { daemonSetKind } from './daemon-set/daemon-set.kind.js';
import { deploymentKind } from './deployment/deployment.kind.js';
import { replicaSetKind } from './replica-set/replica-set.kind.js';
import { statefulSetKind } from './stateful-set/stateful-set.kind.js';

export const appsKinds: readonly KindDeclaration[] = [
  controllerRevisionKind,
  daemonSetKind,
  deploymentKind,
  replicaSetKind,
  statefulSetKind,
];
