import { Module, type DynamicModule } from '@nestjs/common';
import { ControllerModule } from '@orch/controller-kit';
import { GarbageCollector } from './collector.js';

@Module({})
export class GarbageCollectorModule {
  /** @param workers objects reconciled at once. */
  static forRoot({ workers }: { readonly workers: number }): DynamicModule {
    return { module: GarbageCollectorModule, imports: [ControllerModule.forFeature([GarbageCollector], { workers })] };
  }
}
