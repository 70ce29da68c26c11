import { fieldDropper, type FieldDropper, type StrategyContext } from '@orch/api';
import { ApiError, formatTime, type ApiObject, type FieldError } from '@orch/apimachinery';
import { Committer } from './committer.js';
import { FieldOwnership } from './field-ownership.js';
import type { WriteRequest } from './write-request.js';
import type { WriterParts } from './writer-parts.js';

/** Shared context of the write steps of one served kind. */
export class WriteContext {
  readonly committer: Committer;
  readonly ownership: FieldOwnership;
  /** Created by the first write; null for a kind without disabled fields. */
  private dropper: FieldDropper | null | undefined;

  constructor(readonly parts: WriterParts) {
    this.committer = new Committer(parts);
    this.ownership = new FieldOwnership(parts);
  }

  /** The object without the fields of disabled features, except those that the current object has. */
  withoutDisabledFields(object: ApiObject, current: ApiObject | undefined): ApiObject {
    // Not `??=`: it would compute the null of most kinds again for each write.
    if (this.dropper === undefined) this.dropper = this.dropperOf() ?? null;
    return this.dropper === null ? object : (this.dropper(object, current) as ApiObject);
  }

  private dropperOf(): FieldDropper | undefined {
    const { definition, features } = this.parts;
    const { struct } = definition;
    return struct && fieldDropper(struct, features);
  }

  /** Context of a request for strategies. */
  strategyContext(request: WriteRequest): StrategyContext {
    const { definition, clock, features } = this.parts;
    const { user, warn, limit } = request;
    return { vocabulary: definition.vocabulary, user, now: formatTime(clock.now()), features, warn, limit };
  }

  /** @throws ApiError Invalid when there are errors. */
  refuse(object: ApiObject, errors: readonly FieldError[]): void {
    if (errors.length === 0) return;
    // Of a kind that is stored as another, validation is of the other, and so is the error.
    const { group, kind } = this.parts.definition.stored;
    throw ApiError.invalid({ group, kind, name: object.metadata.name ?? object.metadata.generateName ?? '' }, errors);
  }
}
