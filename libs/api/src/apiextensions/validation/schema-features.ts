import { ruleTexts } from '@orch/structural-schema';
import type { InternalSpec, Json } from '../conversion/internal-definition.js';

/** All schemas of a definition. */
export const schemasOf = ({ validation, versions = [] }: InternalSpec): Json[] =>
  [validation, ...versions.map(({ schema }) => schema)]
    .map((one) => one?.openAPIV3Schema)
    .filter((schema) => schema !== undefined);

/** What any schema of a definition uses, at any depth. */
export interface SchemaFeatures {
  readonly hasDefaults: boolean;
  readonly hasExtensions: boolean;
}

const MAPS = ['properties', 'patternProperties', 'definitions', 'dependencies'];
const LISTS = ['allOf', 'anyOf', 'oneOf'];
const SINGLES = ['not', 'items', 'additionalProperties', 'additionalItems'];

/** Extensions that need a structural schema: all but the map type. */
const isStructural = (name: string): boolean => name.startsWith('x-') && !name.endsWith('-map-type');

export const schemaFeatures = (spec: InternalSpec): SchemaFeatures => ({
  hasDefaults: hasDefaults(spec),
  hasExtensions: anySchema(spec, (schema) =>
    Object.keys(schema).some((name) => isStructural(name) && schema[name] !== false),
  ),
});

export const hasDefaults = (spec: InternalSpec): boolean =>
  anySchema(spec, (schema) => schema['default'] !== undefined);

/** Whether `test` holds for any schema of a definition, or for any schema below one. */
const anySchema = (spec: InternalSpec, test: (schema: Json) => boolean): boolean =>
  schemasOf(spec).some((schema) => anyBelow(schema, test));

function anyBelow(schema: Json, test: (schema: Json) => boolean): boolean {
  return test(schema) || childrenOf(schema).some((child) => anyBelow(child, test));
}

/** Texts of all rules and their messages. */
export function ruleTextsOf(spec: InternalSpec): ReadonlySet<string> {
  const texts = new Set<string>();
  const collect = (schema: Json): void => {
    for (const text of ruleTexts(schema)) texts.add(text);
    childrenOf(schema).forEach(collect);
  };
  schemasOf(spec).forEach(collect);
  return texts;
}

function childrenOf(schema: Json): Json[] {
  return [
    ...SINGLES.flatMap((name) => schema[name]),
    ...LISTS.flatMap((name) => schema[name]),
    ...MAPS.flatMap((name) => Object.values((schema[name] ?? {}) as Json)),
  ].filter((child): child is Json => typeof child === 'object' && child !== null && !Array.isArray(child));
}
