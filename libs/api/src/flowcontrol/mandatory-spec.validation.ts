import { isDeepStrictEqual } from 'node:util';
import { fieldError, FieldPath, type FieldError } from '@orch/apimachinery';
import { EXEMPT, mandatoryLevels, mandatorySchemas } from './mandatory-objects.js';
import type { FlowSchema } from './v1/flow-schema/flow-schema.types.js';
import type { PriorityLevelConfiguration } from './v1/priority-level/priority-level-configuration.types.js';

const SPEC = FieldPath.of('spec');

/** The mandatory objects exempt administrators and catch all other requests: their spec is fixed. */
export function validateMandatorySchema({ metadata, spec }: FlowSchema): FieldError[] {
  const mandatory = mandatorySchemas.find((schema) => schema.metadata.name === metadata.name);
  if (!mandatory || isDeepStrictEqual(spec, mandatory.spec)) return [];
  return [fieldError.invalid(SPEC, spec, `spec of '${metadata.name}' must equal the fixed value`)];
}

/** The same for levels, but for how much the exempt one lends, which is the operator's. */
export function validateMandatoryLevel({ metadata, spec }: PriorityLevelConfiguration): FieldError[] {
  const mandatory = mandatoryLevels.find((level) => level.metadata.name === metadata.name);
  if (!mandatory) return [];
  const isExempt = metadata.name === EXEMPT;
  const fixed = isExempt ? { ...mandatory.spec, exempt: spec?.exempt } : mandatory.spec;
  if (isDeepStrictEqual(present(spec), present(fixed))) return [];
  const which = isExempt ? " except the 'spec.exempt' field" : '';
  return [fieldError.invalid(SPEC, spec, `spec of '${metadata.name}'${which} must equal the fixed value`)];
}

/** Without members that are undefined. */
const present = (value: object = {}): object =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as object;
