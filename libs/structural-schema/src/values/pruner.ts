import { ApiError, FieldPath, fieldError, type CompiledSchema, type DecodeReport } from '@orch/apimachinery';
import { isPlainObject, setOwn, type PlainObject } from '@orch/apimachinery';
import { isMetaField, type StructuralNode } from '../schema/structural-node.js';
import { freeForm, scalar } from './free-form.js';
import { mappedItems, mappedMembers } from './mapped-values.js';
import { shownValue } from './shown-value.js';

/** Unknown fields that are reported; a body can have 100,000. */
const MAX_REPORTED = 100;
/** Characters of the paths of unknown fields: with more, no further ones are reported. Keys of maps can be long. */
const MAX_LENGTH = 262_144;

/** First fields of an object, whatever the order of its body. */
const FIRST = ['apiVersion', 'kind', 'metadata'] as const;

/** Whether a null is dropped: it is not allowed, and no default replaces it. */
const isDroppedNull = (node: StructuralNode | undefined): boolean =>
  node !== undefined && !node.nullable && node.default === undefined;

/**
 * Brings an object into its canonical form: fields that the schema does not know are dropped and reported, nulls dropped where the schema does not
 * allow them, metadata decoded as that of built-in kinds, members put in byte order.
 */
export class Pruner {
  private readonly steps: (string | number)[] = [];
  private readonly unknown: string[] = [];
  private readonly unknownInMetadata: string[] = [];
  private unknownLength = 0;
  /** The object of the request: its metadata is read before. */
  private root: StructuralNode | undefined;

  /** Values around this one that preserve unknown fields. */
  private preserving = 0;

  /**
   * @param isConfiguration to apply: unknown fields are not reported where the schema lists no fields, nor anywhere below
   * `preserve-unknown-fields`; nulls are kept, so that validation refuses them where the schema does not allow them.
   */
  constructor(
    private readonly metadata: CompiledSchema,
    private readonly keepsUnknown: boolean,
    private readonly report: DecodeReport,
    private readonly isConfiguration = false,
  ) {}

  /**
   * The canonical object.
   * @throws ApiError BadRequest on malformed metadata, also of embedded objects, and on whole numbers that a double does not hold.
   */
  object(value: PlainObject, root: StructuralNode): PlainObject {
    const out: PlainObject = {};
    this.root = root;
    for (const name of FIRST) {
      const member = value[name];
      if (!Object.hasOwn(value, name)) continue;
      if (name === 'metadata') out[name] = this.objectMeta(member, () => 'metadata');
      else if (typeof member === 'string') out[name] = member;
      else
        throw ApiError.badRequest(
          `.${name} accessor error: ${String(member)} is of the type ${typeof member}, expected string`,
        );
    }
    this.reportSorted(this.unknownInMetadata);
    const body = this.keepsUnknown ? this.kept(value, undefined) : this.pruned(value, root);
    for (const name of Object.keys(body as PlainObject))
      if (!isMetaField(name)) setOwn(out, name, (body as PlainObject)[name]);
    this.reportSorted(this.unknown);
    this.reportSorted(this.unknownInMetadata);
    return out;
  }

  /**
   * A part of an object, without fields that the schema does not know.
   * @throws RefusedValue on malformed metadata of embedded objects.
   */
  part(value: unknown, node: StructuralNode): { readonly value: unknown; readonly hasUnknown: boolean } {
    return { value: this.pruned(value, node), hasUnknown: this.unknown.length > 0 };
  }

  private reportSorted(fields: string[]): void {
    this.report.unknownFields.push(...fields.sort().slice(0, MAX_REPORTED - this.report.unknownFields.length));
    fields.length = 0;
  }

  /** @param node undefined: nothing is known here, so objects lose their members. */
  private pruned(value: unknown, node: StructuralNode | undefined): unknown {
    if (typeof value !== 'object' || value === null) return scalar(value, node);
    if (node?.preservesUnknown) return this.kept(value, node);
    return Array.isArray(value)
      ? this.list(value, (item) => this.pruned(item, node?.items))
      : this.members(value as PlainObject, node, () => undefined);
  }

  /** Below `preserve-unknown-fields`: what has no schema is kept as it is, its members in byte order. */
  private kept(value: unknown, node: StructuralNode | undefined): unknown {
    if (node === undefined) return freeForm(value);
    if (typeof value !== 'object' || value === null) return scalar(value, node);
    this.preserving++;
    const kept = Array.isArray(value)
      ? this.list(value, (item) => this.kept(item, node.items))
      : this.members(value as PlainObject, node, freeForm);
    this.preserving--;
    return kept;
  }

  private list(value: readonly unknown[], each: (item: unknown) => unknown): readonly unknown[] {
    const depth = this.steps.length;
    const items = mappedItems(value, (item, index) => {
      this.steps[depth] = index;
      return each(item);
    });
    if (this.steps.length > depth) this.steps.pop();
    return items;
  }

  /** @param unknown the value to keep of a member without a schema; undefined: none. */
  private members(
    value: PlainObject,
    node: StructuralNode | undefined,
    unknown: (member: unknown) => unknown,
  ): PlainObject {
    const depth = this.steps.length;
    const members = mappedMembers(value, (member, name) => {
      this.steps[depth] = name;
      return this.member(name, member, node, unknown);
    });
    if (this.steps.length > depth) this.steps.pop();
    return members;
  }

  /** The value to keep; undefined: none. */
  private member(
    name: string,
    member: unknown,
    node: StructuralNode | undefined,
    unknown: (member: unknown) => unknown,
  ): unknown {
    const below = node?.member(name);
    if (member === null && !this.isConfiguration && isDroppedNull(below)) return undefined;
    if (node?.isEmbedded && isMetaField(name)) return node === this.root ? undefined : this.metaField(name, member);
    if (below !== undefined || node?.takesOthers) return this.pruned(member, below);
    const kept = unknown(member);
    if (kept === undefined) this.unknownField(node);
    return kept;
  }

  /** @param node of the object that has the field. */
  private unknownField(node: StructuralNode | undefined): void {
    if (this.isConfiguration && (this.preserving > 0 || node === undefined || node.isFreeForm)) return;
    this.reportUnknown(this.unknown, () => this.path());
  }

  private reportUnknown(into: string[], path: () => string): void {
    if (into.length >= MAX_REPORTED || this.unknownLength >= MAX_LENGTH) return;
    const text = path();
    this.unknownLength += text.length;
    into.push(text);
  }

  private path(): string {
    let path = '';
    for (const step of this.steps) {
      if (typeof step === 'number') path += `[${step}]`;
      else path += path === '' ? step : `.${step}`;
    }
    return path;
  }

  /** A field of an embedded object. */
  private metaField(name: string, member: unknown): unknown {
    if (name === 'metadata') {
      try {
        const metadata = this.objectMeta(member, () => this.path());
        // Absent when it is unset, unlike in the object of the request.
        if (metadata['creationTimestamp'] === null) delete metadata['creationTimestamp'];
        return metadata;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        throw new RefusedValue(this.path(), member, error.message);
      }
    }
    if (typeof member !== 'string') throw new RefusedValue(this.path(), member, 'must be a string');
    return member;
  }

  private objectMeta(value: unknown, path: () => string): PlainObject {
    const report: DecodeReport = { unknownFields: [], duplicateFields: [] };
    const decoded = this.metadata.decode(value ?? {}, report);
    for (const field of report.unknownFields) this.reportUnknown(this.unknownInMetadata, () => `${path()}.${field}`);
    return isPlainObject(decoded) ? decoded : {};
  }
}

/** A malformed field of an embedded object. */
export class RefusedValue extends ApiError {
  constructor(
    readonly field: string,
    readonly value: unknown,
    readonly why: string,
  ) {
    const error = fieldError.invalid(FieldPath.of(field), shownValue(value), why);
    super('BadRequest', `${error.field}: ${error.detail}`);
  }
}
