import { createHash } from 'node:crypto';
import { aggregatedHeader, aggregatedItem, type GroupSource } from './aggregated-list.js';
import { sameMembers } from './same-members.js';

interface WrittenGroup {
  readonly sources: readonly object[];
  /** With a comma before it. */
  readonly json: Buffer;
  readonly digest: Buffer;
}

/** A document in pieces, and the hash that clients validate it by. */
export interface HashedPieces {
  readonly pieces: readonly Buffer[];
  /** Upper-case hexadecimal; depends on the content only. */
  readonly hash: string;
}

const END = Buffer.from(']}\n');

/**
 * Writes the aggregated documents of one path as JSON. Groups are kept: after a change of one definition among thousands, only the group
 * of that definition is listed, written and hashed again.
 */
export class AggregatedJson {
  private groups: ReadonlyMap<string, WrittenGroup> = new Map();

  /**
   * HOT PATH (bench: definitions): the hash is that of the hashes of the groups, and the document is not joined: a large one after each change would
   * make V8 collect all of its memory often.
   * @param apiVersion group and version of the document itself
   * @param groups all of them, in the order of the document
   */
  write(apiVersion: string, groups: readonly GroupSource[]): HashedPieces {
    const before = this.groups;
    this.groups = new Map(groups.map((group) => [group.name, written(group, before.get(group.name))]));
    const header = JSON.stringify(aggregatedHeader(apiVersion));
    const hash = createHash('sha512').update(header);
    const pieces: Buffer[] = [Buffer.from(`${header.slice(0, -1)},"items":[`)];
    for (const { json, digest } of this.groups.values()) {
      hash.update(digest);
      pieces.push(pieces.length === 1 ? json.subarray(1) : json);
    }
    pieces.push(END);
    return { pieces, hash: hash.digest('hex').toUpperCase() };
  }
}

function written(group: GroupSource, before: WrittenGroup | undefined): WrittenGroup {
  const { sources } = group;
  if (before && sameMembers(before.sources, sources)) return before;
  const json = Buffer.from(`,${JSON.stringify(aggregatedItem(group.content()))}`);
  return { sources, json, digest: createHash('sha512').update(json.subarray(1)).digest() };
}
