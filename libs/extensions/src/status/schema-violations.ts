import { aggregatedText, FieldPath } from '@orch/apimachinery';
import { structuralViolationsSteps, type JsonSchema } from '@orch/structural-schema';
import type { DefinitionParts } from './definition-parts.js';

/** Why the schemas of a definition are not structural, as one text; undefined: they are. In steps. @param prefix of the names of schema extensions. */
export function* schemaViolations({ spec }: DefinitionParts, prefix: string): Generator<undefined, string | undefined> {
  const texts: string[] = [];
  if (spec.preserveUnknownFields) texts.push('spec.preserveUnknownFields: Invalid value: true: must be false');
  const versions = FieldPath.of('spec').child('versions');
  for (const [i, { schema }] of (spec.versions ?? []).entries()) {
    if (!schema?.openAPIV3Schema) continue;
    const path = versions.index(i).child('schema').child('openAPIV3Schema');
    const violations = yield* structuralViolationsSteps(schema.openAPIV3Schema as JsonSchema, path, prefix);
    for (const { field, detail } of violations) texts.push(`${field}: ${detail}`);
    yield; // of thousands of versions, each may be short
  }
  const distinct = [...new Set(texts)];
  return distinct.length === 0 ? undefined : aggregatedText(distinct);
}
