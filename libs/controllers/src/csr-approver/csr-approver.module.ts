import { Module } from '@nestjs/common';
import { ControllerModule } from '@orch/controller-kit';
import { CsrApproverReconciler } from './reconciler.js';

@Module({ imports: [ControllerModule.forFeature([CsrApproverReconciler])] })
export class CsrApproverModule {}
