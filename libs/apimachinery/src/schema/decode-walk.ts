import { MAX_REPORTED_FIELDS, type DecodeReport, type SchemaNode } from './structural-schema.js';
import { Walk } from './walk.js';

/** A walk that decodes: it also collects what was dropped. */
export class DecodeWalk extends Walk {
  constructor(
    root: SchemaNode,
    private readonly report: DecodeReport,
  ) {
    super(root);
  }

  /** The field at which the walk stands is not in the schema. */
  unknownField(): void {
    const { unknownFields } = this.report;
    if (unknownFields.length < MAX_REPORTED_FIELDS) unknownFields.push(this.dottedPath());
  }
}
