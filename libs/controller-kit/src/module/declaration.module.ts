import { Module, type DynamicModule } from '@nestjs/common';
import type { ControllerDeclaration } from '../controller/controller-declaration.js';
import { ControllerRuntime } from '../controller/controller-runtime.js';
import { Controller } from '../controller/controller.js';

@Module({})
class DeclarationModule {}

/** A declared controller as a module. */
export const declarationModule = (declaration: ControllerDeclaration): DynamicModule => ({
  module: DeclarationModule,
  imports: declaration.imports ?? [],
  providers: [
    {
      provide: Controller,
      inject: [ControllerRuntime, ...(declaration.inject ?? [])],
      useFactory: (runtime: ControllerRuntime, ...injected: never[]) => {
        const context = runtime.contextOf(declaration.name);
        return runtime.add(new Controller(declaration, context, declaration.reconciler(context, ...injected)));
      },
    },
  ],
});
