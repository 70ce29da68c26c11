import type { FieldError } from '../field/field-error.js';
import type { DecodeReport, SchemaNode } from './structural-schema.js';
import { Walk } from './walk.js';

/** A walk that decodes: it also collects what was dropped. */
export class DecodeWalk extends Walk {
  constructor(
    root: SchemaNode,
    rootName: string,
    private readonly report: DecodeReport,
  ) {
    super(root, rootName);
  }

  /** The field at which the walk stands is not in the schema. */
  unknownField(): void {
    this.report.unknownFields.push(this.dottedPath());
  }
}

/** A walk that checks values: it collects every reason to refuse them. */
export class ValidationWalk extends Walk {
  readonly errors: FieldError[] = [];
}
