import { Module, type DynamicModule } from '@nestjs/common';
import type { ControllerDeclaration } from './controller-declaration.js';
import { ControllerRuntime } from './controller-runtime.js';
import { Controller } from './controller.js';

/** Nest token of the `Controller` of that name. */
export const controllerToken = (name: string): string => `Controller(${name})`;

/** What the controllers of one process share, for all modules of the application. */
@Module({})
export class ControllerRuntimeModule {
  static forRoot(runtime: ControllerRuntime): DynamicModule {
    return {
      module: ControllerRuntimeModule,
      global: true,
      providers: [{ provide: ControllerRuntime, useValue: runtime }],
      exports: [ControllerRuntime],
    };
  }
}

/** One controller. Needs the `ControllerRuntimeModule` in the application. */
@Module({})
export class ControllerModule {
  static forRoot(declaration: ControllerDeclaration): DynamicModule {
    const token = controllerToken(declaration.name);
    return {
      module: ControllerModule,
      imports: declaration.imports ?? [],
      providers: [
        {
          provide: token,
          inject: [ControllerRuntime, ...(declaration.inject ?? [])],
          useFactory: (runtime: ControllerRuntime, ...injected: never[]): Controller => {
            const context = runtime.contextOf(declaration.name);
            return new Controller(declaration, context, declaration.reconciler(context, ...injected));
          },
        },
      ],
      exports: [token],
    };
  }
}
