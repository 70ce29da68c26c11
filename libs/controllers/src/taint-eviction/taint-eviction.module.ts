import { Module } from '@nestjs/common';
import { ControllerModule } from '@orch/controller-kit';
import { TaintEvictionReconciler } from './reconciler.js';

@Module({ imports: [ControllerModule.forFeature([TaintEvictionReconciler])] })
export class TaintEvictionModule {}
