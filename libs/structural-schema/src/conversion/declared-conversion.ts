import type { PlainObject } from '@orch/apimachinery';
import { Meter } from '@orch/expressions';
import type { JsonSchema } from '../schema/json-schema.js';
import type { ConversionDocument } from './conversion-document.js';
import { compiledExpressions, ConversionStep } from './conversion-step.js';
import { ConversionWork } from './conversion-work.js';
import { EACH } from './version-path.js';
import { versionRoutes, type VersionRoutes } from './version-routes.js';

/** Cost of all expressions for one object: some 20 ms. */
export const CONVERSION_COST_LIMIT = 50_000;

/** Converts objects between versions by a document. Each direction is compiled when an object takes it. */
export class DeclaredConversion {
  private readonly routes: VersionRoutes;
  /** Whether an object may take some 20 ms: there are expressions, or rules for the items of lists and maps. */
  readonly mayTakeLong: boolean;
  private readonly steps = new Map<string, ConversionStep>();

  /** @param schemaOf the `openAPIV3Schema` of a version, for the types of expressions. */
  constructor(
    document: ConversionDocument,
    private readonly schemaOf: (version: string) => JsonSchema | undefined,
  ) {
    this.routes = versionRoutes(document);
    this.mayTakeLong = document.conversions.some(({ fields }) =>
      fields.some(
        ({ convert, revert, from, to }) =>
          convert !== undefined || revert !== undefined || [from, to].some((path) => path?.steps.includes(EACH)),
      ),
    );
  }

  /**
   * The object in another version, without its `apiVersion` changed; undefined where no rules lead to that version.
   * Fields that the version does not know are not dropped. The object itself is not changed, and shares parts with the result.
   * @throws ConversionFault.
   */
  convert(object: PlainObject, from: string, to: string): PlainObject | undefined {
    const route = this.routes(from, to);
    if (!route) return undefined;
    const meter = new Meter(CONVERSION_COST_LIMIT);
    const work = new ConversionWork();
    let converted = object;
    for (const { pair, isForward } of route) {
      const source = isForward ? pair.from : pair.to;
      const key = `${source} ${isForward ? pair.to : pair.from}`;
      let step = this.steps.get(key);
      if (!step) {
        step = new ConversionStep(pair, isForward, compiledExpressions(pair, isForward, this.schemaOf(source)));
        this.steps.set(key, step);
      }
      converted = step.convert(converted, meter, work);
    }
    return converted;
  }
}
