import { aggregatedHeader, aggregatedItem, type GroupSource } from './aggregated-list.js';
import { sameMembers } from './same-members.js';

interface WrittenGroup {
  readonly sources: readonly object[];
  readonly json: string;
}

/**
 * Writes the aggregated documents of one path as JSON. Groups are kept: after a change of one definition among thousands, only the group
 * of that definition is listed and written again.
 */
export class AggregatedJson {
  private groups: ReadonlyMap<string, WrittenGroup> = new Map();

  /**
   * HOT PATH (bench: definitions).
   * @param apiVersion group and version of the document itself
   * @param groups all of them, in the order of the document
   */
  write(apiVersion: string, groups: readonly GroupSource[]): Buffer {
    const before = this.groups;
    this.groups = new Map(groups.map((group) => [group.name, written(group, before.get(group.name))]));
    const header = JSON.stringify(aggregatedHeader(apiVersion));
    const items = [...this.groups.values()].map(({ json }) => json).join(',');
    return Buffer.from(`${header.slice(0, -1)},"items":[${items}]}\n`);
  }
}

function written(group: GroupSource, before: WrittenGroup | undefined): WrittenGroup {
  const { sources } = group;
  if (before && sameMembers(before.sources, sources)) return before;
  return { sources, json: JSON.stringify(aggregatedItem(group.content())) };
}
