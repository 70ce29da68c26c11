import { Module } from '@nestjs/common';
import { ControllerModule } from '@orch/controller-kit';
import { EndpointSliceReconciler } from './reconciler.js';

@Module({ imports: [ControllerModule.forFeature([EndpointSliceReconciler])] })
export class EndpointSliceModule {}
