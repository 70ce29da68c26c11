import type { BoardOptions } from './work-queue-board.js';

/** The port of a process of controllers. */
export interface ServingOptions {
  /** Default: all interfaces. */
  readonly host: string | undefined;
  /** 0: a free one. */
  readonly port: number;
  /** Shows shared work queues. Default: not. */
  readonly board?: BoardOptions;
  /** PEM files. Default: a self-signed certificate. */
  readonly certificate?: { readonly certFile: string; readonly keyFile: string };
}
