import { compareObjects, type Comparison } from './compare-objects.js';
import type { FieldOwner, FieldWriter, KindVersions } from './field-owner.js';
import {
  NO_FIELDS,
  difference,
  hasNoFields,
  intersection,
  recursiveDifference,
  union,
  type FieldSet,
} from './field-set.js';
import { reconcileFields } from './reconcile-fields.js';

/** Fields changed by one write, in each version of the kind. Computed lazily, once per version. */
export class ObjectChanges {
  private own: Comparison | undefined;
  private byVersion: Map<string, Comparison | undefined> | undefined;

  constructor(
    private readonly before: unknown,
    private readonly after: unknown,
    private readonly writer: FieldWriter,
    private readonly versions: KindVersions,
  ) {}

  /** Fields that the write added or changed, in the writer's version. */
  get taken(): FieldSet {
    const { added, modified } = this.at(this.writer.apiVersion) ?? NO_CHANGES;
    return union(added, modified);
  }

  get none(): boolean {
    const { added, modified, removed } = this.at(this.writer.apiVersion) ?? NO_CHANGES;
    return hasNoFields(added) && hasNoFields(modified) && hasNoFields(removed);
  }

  /** Fields of an owner that the write set. Undefined when its version is not served any more. */
  takenFrom(owner: FieldOwner): FieldSet | undefined {
    const changes = this.at(owner.apiVersion);
    return changes && intersection(owner.fieldsV1, union(changes.added, changes.modified));
  }

  /** Fields of an owner that the write removed. Undefined when its version is not served any more. */
  removedFrom(owner: FieldOwner): FieldSet | undefined {
    const changes = this.at(owner.apiVersion);
    return changes && intersection(owner.fieldsV1, changes.removed);
  }

  /** Fields that an owner keeps: those the write neither set nor removed. Undefined when its version is not served any more. */
  leftTo(owner: FieldOwner): FieldSet | undefined {
    const changes = this.at(owner.apiVersion);
    return changes && difference(difference(owner.fieldsV1, union(changes.added, changes.modified)), changes.removed);
  }

  private at(apiVersion: string): Comparison | undefined {
    if (apiVersion === this.writer.apiVersion) return (this.own ??= this.compare(apiVersion));
    const known = (this.byVersion ??= new Map());
    if (!known.has(apiVersion)) known.set(apiVersion, this.compare(apiVersion));
    return known.get(apiVersion);
  }

  private compare(apiVersion: string): Comparison | undefined {
    const { versions, writer } = this;
    const node = versions.schema(apiVersion);
    if (node === undefined) return undefined;
    const inVersion = (object: unknown) =>
      apiVersion === writer.apiVersion ? object : versions.convert(object, writer.apiVersion, apiVersion);
    const changes = compareObjects(inVersion(this.before), inVersion(this.after), node);
    if (hasNoFields(writer.unreachable)) return changes;
    return {
      added: recursiveDifference(changes.added, writer.unreachable),
      modified: recursiveDifference(changes.modified, writer.unreachable),
      removed: recursiveDifference(changes.removed, writer.unreachable),
    };
  }
}

const NO_CHANGES: Comparison = { added: NO_FIELDS, modified: NO_FIELDS, removed: NO_FIELDS };

/** Reconciles the fields of each owner with the current schema. */
export function reconcileOwners(owners: readonly FieldOwner[], versions: KindVersions): readonly FieldOwner[] {
  let out: FieldOwner[] | undefined;
  for (let i = 0; i < owners.length; i++) {
    const owner = owners[i]!;
    const node = versions.schema(owner.apiVersion);
    const fieldsV1 = node === undefined ? owner.fieldsV1 : reconcileFields(owner.fieldsV1, node);
    if (fieldsV1 !== owner.fieldsV1) (out ??= owners.slice())[i] = { ...owner, fieldsV1 };
  }
  return out ?? owners;
}

/** Owners after the write. Drops owners without fields left, and owners in a version that is not served any more. */
export function releaseChanged(owners: readonly FieldOwner[], changes: ObjectChanges): FieldOwner[] {
  const out: FieldOwner[] = [];
  for (const owner of owners) {
    const fieldsV1 = changes.leftTo(owner);
    if (fieldsV1 === undefined || hasNoFields(fieldsV1)) continue;
    out.push(fieldsV1 === owner.fieldsV1 ? owner : { ...owner, fieldsV1 });
  }
  return out;
}
