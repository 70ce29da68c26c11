import { validated } from '@orch/process';
import { isPlainObject } from '@orch/apimachinery';
import { AdmissionConfigurationError } from './admission-configuration-error.js';

/** The configuration of one plugin, as written. */
export interface PluginDocument {
  /** Its file, or its place in the file that names the plugins: for messages. */
  readonly source: string;
  readonly value: unknown;
  /** Paths of fields that it has more than once. */
  readonly duplicateFields: readonly string[];
}

/** A version of a configuration kind. */
export interface ConfigurationKind {
  readonly apiVersion: string;
  readonly kind: string;
}

/**
 * A document of a configuration kind as an instance of a class with class-validator decorators, which has neither `apiVersion` nor `kind`.
 * @param kinds accepted ones, all with the same fields.
 * @throws AdmissionConfigurationError.
 */
export function pluginConfiguration<T extends object>(
  type: new () => T,
  document: PluginDocument,
  kinds: readonly ConfigurationKind[],
): T {
  const { value, source } = document;
  if (!isPlainObject(value)) throw new AdmissionConfigurationError(`${source}: must be a map`);
  const { apiVersion, kind, ...fields } = value;
  if (!kinds.some((one) => one.apiVersion === apiVersion && one.kind === kind)) {
    const expected = kinds.map((one) => `${one.apiVersion} ${one.kind}`).join(' or ');
    const found = apiVersion === undefined && kind === undefined ? '' : `, not ${shown(apiVersion)} ${shown(kind)}`;
    throw new AdmissionConfigurationError(`${source}: apiVersion and kind must be ${expected}${found}`);
  }
  return validFields(type, { ...document, value: fields });
}

/** As {@link pluginConfiguration}, for a document without a kind. */
export function validFields<T extends object>(type: new () => T, document: PluginDocument): T {
  const result = validated(type, document);
  if (!(result instanceof type)) throw invalidDocument(document, result as readonly string[]);
  return result;
}

/** @param problems each with the path of its field. */
export const invalidDocument = ({ source }: PluginDocument, problems: readonly string[]): AdmissionConfigurationError =>
  new AdmissionConfigurationError(`${source}: ${problems.join('; ')}`);

const shown = (value: unknown): string => (typeof value === 'string' && value !== '' ? value : 'none');
