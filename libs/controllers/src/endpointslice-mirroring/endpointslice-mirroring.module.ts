import { Module } from '@nestjs/common';
import { ControllerModule } from '@orch/controller-kit';
import { EndpointSliceMirroringReconciler } from './reconciler.js';

@Module({ imports: [ControllerModule.forFeature([EndpointSliceMirroringReconciler])] })
export class EndpointSliceMirroringModule {}
