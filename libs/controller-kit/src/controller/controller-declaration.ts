import type { InjectionToken, ModuleMetadata } from '@nestjs/common';
import type { ControllerOptions } from '../reconcile/reconciler-options.js';
import type { Reconciler } from '../reconcile/reconciler.js';
import type { ControllerContext } from './controller-context.js';

/** A controller whose reconciler is no class. */
export interface ControllerDeclaration extends ControllerOptions {
  /** One line for `orch help` and `--help`. Default: empty. */
  readonly summary?: string;
  /** Makes the reconciler; listers asked of `context.informers` here are synced before its first turn. */
  readonly reconciler: (context: ControllerContext, ...injected: never[]) => Reconciler;
  /** Nest providers handed to `reconciler` after the context. */
  readonly inject?: readonly InjectionToken[];
  /** Nest modules that provide them. */
  readonly imports?: ModuleMetadata['imports'];
}
