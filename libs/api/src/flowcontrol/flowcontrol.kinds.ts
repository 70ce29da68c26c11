import type { ApiObject } from '@orch/apimachinery';
import type { KindDeclaration, VersionLifecycle } from '../definition/kind-declaration.js';
import { siblingVersion, type SiblingVersion } from '../definition/sibling-version.js';
import { structVersion, type StructDifferences } from '../definition/struct-version.js';
import { flowSchemaKind } from './v1/flow-schema/flow-schema.kind.js';
import { priorityLevelConfigurationKind } from './v1/priority-level/priority-level-configuration.kind.js';

const SHARES = 'LimitedPriorityLevelConfiguration.nominalConcurrencyShares';
const UNMERGED = { patchStrategy: undefined, patchMergeKey: undefined };

/** `assuredConcurrencyShares` became `nominalConcurrencyShares` (D-239). */
const renamed =
  (from: string, to: string) =>
  (level: ApiObject): ApiObject => {
    const spec = level['spec'] as { limited?: Record<string, unknown> } | undefined;
    if (spec?.limited?.[from] === undefined) return level;
    const { [from]: shares, ...rest } = spec.limited;
    return { ...level, spec: { ...spec, limited: { ...rest, [to]: shares } } };
  };
const RENAMED: SiblingVersion['convert'] = {
  toStored: renamed('assuredConcurrencyShares', 'nominalConcurrencyShares'),
  fromStored: renamed('nominalConcurrencyShares', 'assuredConcurrencyShares'),
};

/** All older versions got the fields of exempt levels in the same release. */
const LATE_FIELDS: NonNullable<StructDifferences['fields']> = {
  'PriorityLevelConfigurationSpec.exempt': { since: 28 },
  'ExemptPriorityLevelConfiguration.nominalConcurrencyShares': { since: 28 },
  'ExemptPriorityLevelConfiguration.lendablePercent': { since: 28 },
};
const LATE_STRUCTS: StructDifferences['structs'] = { ExemptPriorityLevelConfiguration: { since: 28 } };

/** The two older versions have the older name of shares, and status conditions that a patch replaces. */
const EARLY_FIELDS: StructDifferences['fields'] = {
  ...LATE_FIELDS,
  'LimitedPriorityLevelConfiguration.lendablePercent': { since: 26 },
  'LimitedPriorityLevelConfiguration.borrowingLimitPercent': { since: 26 },
  [SHARES]: { name: 'assuredConcurrencyShares', pointer: false },
  'FlowSchemaStatus.conditions': UNMERGED,
  'PriorityLevelConfigurationStatus.conditions': UNMERGED,
};

function versionsOf(
  version: string,
  life: Omit<VersionLifecycle, 'replacement'> & { readonly replacement: string },
  differences: StructDifferences,
  convert?: SiblingVersion['convert'],
): KindDeclaration[] {
  const structs = structVersion('flowcontrol.v1', `flowcontrol.${version}`, {
    ...differences,
    structs: LATE_STRUCTS,
  });
  const declare = (stored: KindDeclaration, converted?: SiblingVersion['convert']) =>
    siblingVersion(stored, {
      version,
      structs,
      lifecycle: { ...life, replacement: { group: 'flowcontrol', version: life.replacement, kind: stored.kind } },
      ...(converted ? { convert: converted } : {}),
    });
  return [declare(flowSchemaKind), declare(priorityLevelConfigurationKind, convert)];
}

/** API priority and fairness, in all versions that were enabled by default (B-406, B-407, D-239). */
export const flowcontrolKinds: readonly KindDeclaration[] = [
  flowSchemaKind,
  priorityLevelConfigurationKind,
  ...versionsOf(
    'v1beta3',
    // Enabled, as the betas before it.
    { optIn: false, replacement: 'v1' },
    { since: { 29: 26 }, fields: { ...LATE_FIELDS, [SHARES]: { pointer: false } } },
  ),
  ...versionsOf('v1beta2', { replacement: 'v1beta3' }, { since: { 29: 23 }, fields: EARLY_FIELDS }, RENAMED),
  ...versionsOf(
    'v1beta1',
    { deprecated: 23, removed: 26, replacement: 'v1beta3' },
    { since: { 29: undefined }, fields: EARLY_FIELDS },
    RENAMED,
  ),
];
