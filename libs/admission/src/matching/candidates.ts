import type { ResourceDefinition } from '@orch/api';
import type { WriteKind } from '@orch/registry';
import type { EquivalentVersions } from './equivalent-versions.js';
import type { StepWork } from './step-work.js';

/** Places that are kept for all resources together, at most: some megabytes. With more, those kept are dropped. */
const MAX_KEPT = 200_000;
/** A kept list takes as much memory as a number of places. */
const LIST_SIZE = 20;

/** What is kept of a member whose rules name the resource and operation of a write, for an object of any name. Undefined: they do not. */
type Find<T, F> = (
  member: T,
  place: number,
  attributes: WriteKind,
  versions: EquivalentVersions,
  work: StepWork,
) => Generator<undefined, F | undefined>;

/**
 * The webhooks or policies that a write may match, found once for each resource and operation: a write pays for those, not for all that are
 * registered. Kept as long as the list and the definition of the resource.
 */
export class Candidates<T, F> {
  private members: readonly T[] = [];
  private kept = new WeakMap<ResourceDefinition, Map<string, readonly F[]>>();
  private size = 0;

  constructor(private readonly find: Find<T, F>) {}

  /** What is kept of those that a write may match, in the order of the members. HOT PATH (bench: webhooks, policies): two look-ups. */
  known(members: readonly T[], { definition, operation, subresource }: WriteKind): readonly F[] | undefined {
    if (members !== this.members) return undefined;
    return this.kept.get(definition)?.get(keyOf(operation, subresource));
  }

  /** As `known`, found in steps where it is not known yet. @param members a new array whenever they change. */
  *of(
    members: readonly T[],
    attributes: WriteKind,
    versions: EquivalentVersions,
    work: StepWork,
  ): Generator<undefined, readonly F[]> {
    const known = this.known(members, attributes);
    if (known) return known;
    const candidates: F[] = [];
    for (const [place, member] of members.entries()) {
      if (work.add(1)) yield;
      const found = yield* this.find(member, place, attributes, versions, work);
      if (found !== undefined) candidates.push(found);
    }
    this.keep(members, attributes, candidates);
    return candidates;
  }

  private keep(members: readonly T[], { definition, operation, subresource }: WriteKind, found: readonly F[]): void {
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
