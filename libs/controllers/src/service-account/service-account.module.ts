import { Module } from '@nestjs/common';
import { ControllerModule } from '@orch/controller-kit';
import { ServiceAccountReconciler } from './reconciler.js';

@Module({ imports: [ControllerModule.forFeature([ServiceAccountReconciler])] })
export class ServiceAccountModule {}
