import { Module } from '@nestjs/common';
import { ControllerModule } from '@orch/controller-kit';
import { EndpointsReconciler } from './reconciler.js';

@Module({ imports: [ControllerModule.forFeature([EndpointsReconciler])] })
export class EndpointsModule {}
