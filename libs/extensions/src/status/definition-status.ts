import { acceptNames, type NamesInUse } from './accepted-names.js';
import {
  conditionOf,
  isTrue,
  withCondition,
  withoutCondition,
  type DefinitionCondition,
  type Finding,
} from '@orch/api';
import type { DefinitionParts } from './definition-parts.js';

/** What the status of a definition depends on, in addition to the definition. */
export interface StatusInput {
  /** Names of the other definitions of its group. */
  readonly inUse: NamesInUse;
  /** The condition about approval of protected groups; undefined: the group is not protected. */
  readonly approval: Finding | undefined;
  /** Violations of the rules of structural schemas, as one text; undefined: none. */
  readonly violations: string | undefined;
  /** RFC 3339 with seconds. */
  readonly now: string;
}

/**
 * The definition with the names that are accepted and with its conditions. In one change, where the reference server takes several: the
 * names, `Established` and the rest.
 * @returns the same object when nothing changes.
 */
export function withStatus(
  definition: DefinitionParts,
  { inUse, approval, violations, now }: StatusInput,
): DefinitionParts {
  const { spec, status = {} } = definition;
  const before = status.conditions ?? [];
  const { names, finding } = acceptNames(spec.names, status.acceptedNames ?? {}, inUse);
  let conditions = withCondition(before, finding, now);
  const established = establishedFinding(definition, conditions, finding.status === 'True');
  if (established) conditions = withCondition(conditions, established, now);
  if (approval) conditions = withCondition(conditions, approval, now);
  conditions =
    violations === undefined
      ? withoutCondition(conditions, NON_STRUCTURAL)
      : withCondition(
          conditions,
          { type: NON_STRUCTURAL, status: 'True', reason: 'Violations', message: violations },
          now,
        );
  const sameNames = JSON.stringify(names) === JSON.stringify(status.acceptedNames ?? {});
  if (sameNames && conditions === before) return definition;
  return { ...definition, status: { ...status, conditions, acceptedNames: names } };
}

const NON_STRUCTURAL = 'NonStructuralSchema';
const ESTABLISHED = 'Established';

/** Once established, a definition stays so. Undefined: no change. */
function establishedFinding(
  { spec }: DefinitionParts,
  conditions: readonly DefinitionCondition[],
  accepted: boolean,
): Finding | undefined {
  if (isTrue(conditions, ESTABLISHED)) return undefined;
  if (!accepted) {
    if (conditionOf(conditions, ESTABLISHED)) return undefined;
    return { type: ESTABLISHED, status: 'False', reason: 'NotAccepted', message: 'not all names are accepted' };
  }
  if (!isCaBundle(spec.conversion?.webhook?.clientConfig?.caBundle)) {
    const message = 'The conversion webhook CABundle is invalid';
    return { type: ESTABLISHED, status: 'False', reason: 'InvalidCABundle', message };
  }
  const message = 'the initial names have been accepted';
  return { type: ESTABLISHED, status: 'True', reason: 'InitialNamesAccepted', message };
}

/** Whether base64 text holds certificates as PEM. Absent is fine: then the system's authorities count. */
function isCaBundle(base64: string | undefined): boolean {
  if (base64 === undefined || base64 === '') return true;
  return Buffer.from(base64, 'base64').toString('latin1').includes('-----BEGIN CERTIFICATE-----');
}
