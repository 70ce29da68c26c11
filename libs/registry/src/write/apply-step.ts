import {
  MAX_ANNOTATIONS_BYTES,
  applyConfiguration,
  lastAppliedFields,
  readConfiguration,
  type ApiObject,
  type Applied,
  type DecodeReport,
  type FieldSet,
} from '@orch/apimachinery';
import { subjectOf, type AppliedBody } from './applied-body.js';
import { ownersOf, type FieldOwnership } from './field-ownership.js';
import type { WriteRequest } from './write-request.js';
import type { WriterParts } from './writer-parts.js';

/** Merges the configuration of one apply into the current object. Runs again after a conflict with another replica. */
export class ApplyStep {
  private readonly config: Record<string, unknown>;

  /**
   * @throws ApiError BadRequest for fields unknown to the schema (C-117).
   */
  constructor(
    private readonly parts: WriterParts,
    private readonly ownership: FieldOwnership,
    private readonly sent: AppliedBody,
    private readonly force: boolean,
  ) {
    const { definition } = parts;
    this.config = readConfiguration(sent, definition.schema, subjectOf(definition, sent));
  }

  /**
   * @param old undefined if the object does not exist.
   * @param versions of the kind. Default: as its form converts them.
   * @throws ApiError Conflict when other managers own a changed field.
   */
  onto(
    old: ApiObject | undefined,
    request: WriteRequest,
    subresource: string,
    versions = this.parts.versions,
  ): Applied {
    const { definition, form } = this.parts;
    const { schema } = definition;
    const { empty } = schema;
    const applied = applyConfiguration({
      live: old ?? empty,
      empty,
      config: this.config,
      owners: old === undefined ? [] : ownersOf(old),
      applier: this.ownership.writer(request, subresource),
      versions,
      // Custom kinds keep nulls, which validation then refuses where the schema does not allow them.
      stored: (object) => schema.decodeConfiguration?.(object, unreported()) ?? form.canonical(object as ApiObject),
      force: this.force,
      conflictsNameVersionOf: definition.vocabulary.answers.conflictsNameVersionOf,
      allowed: () => this.lastApplied(old, request),
    });
    return { owners: applied.owners, object: this.withLastApplied(applied.object as ApiObject, request) };
  }

  /** Lets the command-line client migrate from client-side apply without a conflict with its own earlier fields (C-123). */
  private lastApplied(old: ApiObject | undefined, request: WriteRequest): FieldSet | undefined {
    const { annotations, client } = this.parts.definition.vocabulary;
    const text = old?.metadata.annotations?.[annotations.lastApplied];
    if (!text || request.fieldManager !== client.commandLine) return undefined;
    return lastAppliedFields(text, old, this.parts.definition.schema.root);
  }

  /** Keeps an existing last-applied annotation of that client up to date, so that it may return to client-side apply. */
  private withLastApplied(object: ApiObject, request: WriteRequest): ApiObject {
    const { annotations, client } = this.parts.definition.vocabulary;
    const name = annotations.lastApplied;
    const current = object.metadata.annotations;
    if (!current?.[name] || request.fieldManager !== client.commandLine) return object;
    const { [name]: _last, ...others } = current;
    const text = `${JSON.stringify(withoutAnnotation(this.sent, name))}\n`;
    const fits = bytesOf(others) + Buffer.byteLength(name) + Buffer.byteLength(text) <= MAX_ANNOTATIONS_BYTES;
    return {
      ...object,
      metadata: { ...object.metadata, annotations: fits ? { ...others, [name]: text } : others },
    };
  }
}

const unreported = (): DecodeReport => ({ unknownFields: [], duplicateFields: [] });

function withoutAnnotation(sent: AppliedBody, name: string): AppliedBody {
  const { annotations } = sent.metadata;
  if (typeof annotations !== 'object' || annotations === null || !(name in annotations)) return sent;
  const { [name]: _last, ...others } = annotations as Record<string, unknown>;
  return { ...sent, metadata: { ...sent.metadata, annotations: others } };
}

const bytesOf = (annotations: Readonly<Record<string, string>>): number =>
  Object.entries(annotations).reduce((sum, [key, value]) => sum + Buffer.byteLength(key) + Buffer.byteLength(value), 0);
