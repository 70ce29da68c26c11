import { schemaFaults } from '@orch/structural-schema';
import type { FeatureGates } from '../../features/feature-gates.js';
import { sameJson } from '../../validation/json-equality.js';
import { isValidBundle } from '../../validation/webhook-client.js';
import type { InternalDefinition, InternalSpec, Json } from '../conversion/internal-definition.js';
import { hasRecognizedVersion } from './review-versions.js';
import { metadataSchema } from './metadata-schema.js';
import { hasDefaults, ruleTextsOf, schemasOf } from './schema-features.js';

/**
 * What a definition must satisfy. An update is not asked for what the current definition does not have either, so that one that was
 * accepted before can still be changed.
 */
export interface DefinitionDemands {
  /** Whether schemas may have defaults; else why not. */
  readonly defaults: true | string;
  readonly recognizedReviewVersion: boolean;
  readonly immutableNames: boolean;
  readonly schemas: boolean;
  readonly knownTypes: boolean;
  readonly structuralSchemas: boolean;
  readonly prunedDefaults: boolean;
  readonly atomicSets: boolean;
  readonly identifiableItems: boolean;
  /** Bundles of CAs are checked once a definition is in use. */
  readonly validBundle: boolean;
  /** The stable version: schemas drop unknown fields, and protected groups are approved. */
  readonly stable: boolean;
  /** Schemas of the current definition, by the name of the version that has the same one. */
  readonly unchangedSchemas: ReadonlySet<string>;
  /** Release 1.x whose functions new rules may use. */
  readonly ruleMinor: number;
  /** Texts of the rules of the current definition. */
  readonly storedRules: ReadonlySet<string>;
}

/** Of the older version; written after `must not be set`. */
const NO_DEFAULTS = '(cannot set default values in the older version of definitions, use the stable one)';

/**
 * Of a new definition.
 * @param stable version of the request.
 * @param features of the server. Rules may use the functions of the release before it, so that a rollback is possible.
 */
export const demandsOfNew = (stable: boolean, { minor }: FeatureGates): DefinitionDemands => ({
  defaults: stable ? true : NO_DEFAULTS,
  recognizedReviewVersion: true,
  immutableNames: false,
  schemas: stable,
  knownTypes: stable,
  structuralSchemas: stable,
  prunedDefaults: true,
  atomicSets: true,
  identifiableItems: true,
  validBundle: false,
  stable,
  unchangedSchemas: new Set(),
  ruleMinor: minor - 1,
  storedRules: new Set(),
});

/** Schemas by name of version: that of the first version of the name, or that of all versions. */
export function schemasByVersion({ versions = [], validation }: InternalSpec): (name: string) => Json | undefined {
  const byName = new Map(versions.toReversed().map(({ name = '', schema }) => [name, schema]));
  return (name) => (byName.get(name) ?? validation)?.openAPIV3Schema;
}

/** Whether every version has a schema. */
export const hasAllSchemas = ({ validation, versions = [] }: InternalSpec): boolean =>
  validation?.openAPIV3Schema !== undefined || versions.every(({ schema }) => schema?.openAPIV3Schema !== undefined);

/** Versions whose schema an update does not change. */
export function unchangedSchemas(
  { spec = {} }: InternalDefinition,
  { spec: old = {} }: InternalDefinition,
): Set<string> {
  const names = (spec.versions ?? []).map(({ name = '' }) => name);
  const [now, before] = [schemasByVersion(spec), schemasByVersion(old)];
  return new Set(names.filter((name) => sameJson(now(name), before(name))));
}

/** Whether a condition of a definition is true. */
export const isTrue = ({ status }: InternalDefinition, type: string): boolean =>
  status?.conditions?.find((condition) => condition.type === type)?.status === 'True';

/** Of an update. */
export function demandsOfUpdate(
  definition: InternalDefinition,
  old: InternalDefinition,
  stable: boolean,
  features: FeatureGates,
): DefinitionDemands {
  const { spec: current = {} } = old;
  const faults = schemasOf(current).map((schema) => schemaFaults(schema, metadataSchema()));
  const established = isTrue(old, 'Established');
  const bundle = current.conversion?.webhookClientConfig?.caBundle;
  return {
    ...demandsOfNew(stable, features),
    ...(hasDefaults(current) ? { defaults: true } : {}),
    recognizedReviewVersion: hasNoOrRecognizedVersion(current.conversion?.conversionReviewVersions),
    immutableNames: established,
    schemas: stable && hasAllSchemas(current),
    knownTypes: stable && !faults.some(({ unknownTypes }) => unknownTypes),
    structuralSchemas: stable && !faults.some(({ nonStructural }) => nonStructural),
    prunedDefaults: !faults.some(({ unprunedDefaults }) => unprunedDefaults),
    atomicSets: !faults.some(({ compoundSets }) => compoundSets),
    identifiableItems: !faults.some(({ unidentifiableItems }) => unidentifiableItems),
    validBundle: established && !(bundle && !isValidBundle(bundle)),
    unchangedSchemas: unchangedSchemas(definition, old),
    storedRules: ruleTextsOf(current),
  };
}

const hasNoOrRecognizedVersion = (versions: readonly string[] = []): boolean =>
  versions.length === 0 || hasRecognizedVersion(versions);
