import type { ResourceDefinition } from '@orch/api';
import type { WorkLimit } from '@orch/apimachinery';
import type { Entry, KindSource, LargeConversion } from '@orch/registry';
import { isLarge, smallWorkLimit } from './is-large.js';
import type { EncodedAnswer } from './messages.js';
import type { ObjectThreads } from './object-threads.js';
import { copied, ownBytes } from './own-bytes.js';
import { laneOf, taskKindOf } from './task-kind.js';

/** Converts large objects between versions in a worker thread, where rules or a webhook do that (decisions 066, 068). */
export class LargeConversions implements LargeConversion {
  /** @param members threshold from which an object is large. */
  constructor(
    private readonly threads: ObjectThreads,
    private readonly members: number,
  ) {}

  convert(entry: Entry, to: ResourceDefinition, source: KindSource): Promise<Buffer> | undefined {
    if (source.convertedSince === undefined) return undefined;
    if (entry.length < this.members || !isLarge(entry.bytes, this.members)) return undefined;
    return this.convertGrown(entry, to, source);
  }

  limit(): WorkLimit {
    return smallWorkLimit(this.members);
  }

  async convertGrown({ bytes, revision }: Entry, definition: ResourceDefinition, source: KindSource): Promise<Buffer> {
    const { calls } = source;
    const convert = { ...taskKindOf({ definition, source }), bytes: copied(bytes), revision };
    const { body } = await this.threads.run<EncodedAnswer>({
      // Users who ask for one object share its conversion, so that it is charged to none of them.
      flow: { name: `conversion of ${source.entry.name}`, exempt: false },
      signal: undefined,
      // A webhook may not answer: then requests that wait for it are refused.
      isContinued: calls === undefined,
      lane: calls && laneOf(definition),
      bytes: convert.bytes.length,
      calls,
      begin: (task) => ({ type: 'convert', task, convert }),
    });
    return ownBytes(body);
  }
}
