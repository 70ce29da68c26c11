import { MAX_REPORTED_FIELDS, type DecodeReport, type SchemaNode } from './structural-schema.js';
import { Walk } from './walk.js';

/** A walk that decodes and collects dropped fields. */
export class DecodeWalk extends Walk {
  constructor(
    root: SchemaNode,
    private readonly report: DecodeReport,
    /** Decodes to the form to store. */
    readonly forStorage: boolean,
  ) {
    super(root);
  }

  /** Reports the current field as not in the schema. */
  unknownField(): void {
    const { unknownFields } = this.report;
    if (unknownFields.length < MAX_REPORTED_FIELDS) unknownFields.push(this.reportedPath());
  }
}
