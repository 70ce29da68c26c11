import { Module } from '@nestjs/common';
import { ControllerModule } from '@orch/controller-kit';
import { ClusterRoleAggregationReconciler } from './reconciler.js';

@Module({ imports: [ControllerModule.forFeature([ClusterRoleAggregationReconciler])] })
export class ClusterRoleAggregationModule {}
