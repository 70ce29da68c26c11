import { createHash } from 'node:crypto';
import { aggregatedHeader, aggregatedItem, type GroupSource } from './aggregated-list.js';
import { sameMembers } from './same-members.js';

interface WrittenGroup {
  readonly sources: readonly object[];
  /** A part of the newest document that has the group. */
  json: Buffer;
  readonly digest: Buffer;
}

/** A document, and the hash that clients validate it by. */
export interface HashedBytes {
  readonly bytes: Buffer;
  /** Upper-case hexadecimal; depends on the content only. */
  readonly hash: string;
}

const COMMA = Buffer.from(',');
const END = Buffer.from(']}\n');

/**
 * Writes the aggregated documents of one path as JSON. Groups are kept: after a change of one definition among thousands, only the group
 * of that definition is listed, written and hashed again.
 */
export class AggregatedJson {
  private groups: ReadonlyMap<string, WrittenGroup> = new Map();

  /**
   * HOT PATH (bench: definitions): the hash is that of the hashes of the groups.
   * @param apiVersion group and version of the document itself
   * @param groups all of them, in the order of the document
   */
  write(apiVersion: string, groups: readonly GroupSource[]): HashedBytes {
    const before = this.groups;
    this.groups = new Map(groups.map((group) => [group.name, written(group, before.get(group.name))]));
    const header = JSON.stringify(aggregatedHeader(apiVersion));
    const hash = createHash('sha512').update(header);
    const pieces: Buffer[] = [Buffer.from(`${header.slice(0, -1)},"items":[`)];
    for (const { json, digest } of this.groups.values()) {
      hash.update(digest);
      pieces.push(json, COMMA);
    }
    if (this.groups.size > 0) pieces.pop();
    const bytes = Buffer.concat([...pieces, END]);
    this.keepIn(bytes, pieces[0]!.length);
    return { bytes, hash: hash.digest('hex').toUpperCase() };
  }

  /** Groups are not in memory twice, and no older document is kept for its parts. @param at start of the first one. */
  private keepIn(bytes: Buffer, at: number): void {
    let from = at;
    for (const group of this.groups.values()) {
      const { length } = group.json;
      group.json = bytes.subarray(from, from + length);
      from += length + COMMA.length;
    }
  }
}

function written(group: GroupSource, before: WrittenGroup | undefined): WrittenGroup {
  const { sources } = group;
  if (before && sameMembers(before.sources, sources)) return before;
  const json = Buffer.from(JSON.stringify(aggregatedItem(group.content())));
  return { sources, json, digest: createHash('sha512').update(json).digest() };
}
