import type { ResourceDefinition } from '@orch/api';
import type { WriteKind } from '@orch/registry';
import type { EquivalentVersions } from './equivalent-versions.js';
import type { StepWork } from './step-work.js';

/** Places that are kept for all resources together, at most: some megabytes. With more, those kept are dropped. */
const MAX_KEPT = 200_000;
/** A kept list takes as much memory as a number of places. */
const LIST_SIZE = 20;

/** Whether the rules of a member name the resource and operation of a write, for an object of any name. */
type Names<T> = (
  member: T,
  attributes: WriteKind,
  versions: EquivalentVersions,
  work: StepWork,
) => Generator<undefined, boolean>;

/**
 * The webhooks or policies that a write may match, found once for each resource and operation: a write pays for those, not for all that are
 * registered. Kept as long as the list and the definition of the resource.
 */
export class Candidates<T> {
  private members: readonly T[] = [];
  private kept = new WeakMap<ResourceDefinition, Map<string, readonly number[]>>();
  private size = 0;

  constructor(private readonly names: Names<T>) {}

  /** Places in `members` of those that a write may match, ascending. HOT PATH (bench: webhooks, policies): two look-ups. */
  known(members: readonly T[], { definition, operation, subresource }: WriteKind): readonly number[] | undefined {
    if (members !== this.members) return undefined;
    return this.kept.get(definition)?.get(keyOf(operation, subresource));
  }

  /** As `known`, found in steps where it is not known yet. @param members a new array whenever they change. */
  *of(
    members: readonly T[],
    attributes: WriteKind,
    versions: EquivalentVersions,
    work: StepWork,
  ): Generator<undefined, readonly number[]> {
    const known = this.known(members, attributes);
    if (known) return known;
    const found: number[] = [];
    for (const [place, member] of members.entries()) {
      if (work.add(1)) yield;
      if (yield* this.names(member, attributes, versions, work)) found.push(place);
    }
    this.keep(members, attributes, found);
    return found;
  }

  private keep(
    members: readonly T[],
    { definition, operation, subresource }: WriteKind,
    found: readonly number[],
  ): void {
    this.size += LIST_SIZE + found.length;
    if (members !== this.members || this.size > MAX_KEPT) {
      this.members = members;
      this.kept = new WeakMap();
      this.size = LIST_SIZE + found.length;
    }
    let ofResource = this.kept.get(definition);
    if (!ofResource) this.kept.set(definition, (ofResource = new Map()));
    ofResource.set(keyOf(operation, subresource), found);
  }
}

const keyOf = (operation: string, subresource: string): string =>
  subresource === '' ? operation : `${operation} ${subresource}`;
