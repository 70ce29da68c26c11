import { ConversionFault, DeclaredConversion, readConversionDocument, type JsonSchema } from '@orch/structural-schema';
import { FieldPath, type ApiObject, type PlainObject } from '@orch/apimachinery';
import { inTurns, type Flow } from '@orch/http';
import { ConversionError, type ObjectConversion } from '@orch/registry';

/** Objects that take no time to speak of and are converted in one step: a millisecond. */
const OBJECTS_PER_STEP = 32;

/** Converts objects of a custom kind by the rules in its definition (decision 066). */
export class RuleConversion implements ObjectConversion {
  readonly checksWrites = true;
  private readonly rules: DeclaredConversion | undefined;
  /** All conversions of a definition share the time of one user. */
  private readonly flow: Flow;

  /**
   * @param text of the rules; one that validation did not see and that cannot be read converts nothing.
   * @param schemaOf the schema of a version; called when an expression needs it.
   * @param definition its name.
   */
  constructor(text: string, schemaOf: (version: string) => JsonSchema | undefined, definition: string) {
    const document = readConversionDocument(text, FieldPath.root);
    if ('conversions' in document) this.rules = new DeclaredConversion(document, schemaOf);
    this.flow = { name: `conversion of ${definition}`, exempt: false };
  }

  /** @throws ConversionError when the rules do not fit an object. */
  async convert(objects: readonly ApiObject[], apiVersion: string): Promise<readonly ApiObject[]> {
    if (objects.every((object) => object.apiVersion === apiVersion)) return objects;
    const isShort = objects.length <= OBJECTS_PER_STEP && this.rules?.mayTakeLong !== true;
    if (isShort) return objects.map((object) => this.one(object, apiVersion));
    return inTurns(this.all(objects, apiVersion), { flow: this.flow });
  }

  private *all(objects: readonly ApiObject[], apiVersion: string): Generator<undefined, readonly ApiObject[]> {
    const converted: ApiObject[] = [];
    for (const object of objects) {
      converted.push(this.one(object, apiVersion));
      yield;
    }
    return converted;
  }

  private one(object: ApiObject, apiVersion: string): ApiObject {
    const from = object.apiVersion ?? '';
    if (from === apiVersion) return object;
    try {
      const converted = this.rules?.convert(object as unknown as PlainObject, versionOf(from), versionOf(apiVersion));
      if (converted) return { ...converted, apiVersion } as unknown as ApiObject;
    } catch (error) {
      if (!(error instanceof ConversionFault)) throw error;
      throw failed(object, apiVersion, error.message, error);
    }
    throw failed(object, apiVersion, 'the definition has no rules for it');
  }
}

const failed = ({ apiVersion, kind, metadata }: ApiObject, to: string, why: string, cause?: unknown): ConversionError =>
  new ConversionError(
    `conversion of ${apiVersion}, Kind=${kind} ${metadata.name ?? ''} to ${to} failed: ${why}`,
    cause,
  );

const versionOf = (apiVersion: string): string => apiVersion.slice(apiVersion.indexOf('/') + 1);
