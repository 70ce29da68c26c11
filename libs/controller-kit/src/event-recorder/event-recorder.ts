import type { HasMetadata } from '@orch/client';

/** Tells people what happened to an object, as Events they can list. Never blocks and never fails its caller. */
export interface EventRecorder {
  /** `reason` is one word in CamelCase, `message` a sentence. An equal one soon after only raises a count. */
  record(object: HasMetadata, type: 'Normal' | 'Warning', reason: string, message: string): void;
}
