import type { HasMetadata } from '@orch/client';

/** Records Events about an object for its users. Never blocks and never fails its caller. An injection token. */
export abstract class EventRecorder {
  /** `reason` is one word in CamelCase, `message` a sentence. An equal event within the aggregation interval only increments its count. */
  abstract record(object: HasMetadata, type: 'Normal' | 'Warning', reason: string, message: string): void;
}
