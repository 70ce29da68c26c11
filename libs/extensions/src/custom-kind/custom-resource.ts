import type { CustomResourceDefinition } from '@orch/api';
import type { CustomResource, Entry, ObjectConversion } from '@orch/registry';
import type { JsonSchema } from '@orch/structural-schema';
import type { Revision } from '@orch/storage';
import { definitionIn, definitionInSteps } from './definition-contents.js';
import { CustomKind, definedKind, hasCondition, type CustomKindContext, type SchemaSource } from './custom-kind.js';

/**
 * The resource that a definition describes; undefined while it is not served: its names are not accepted, or it has no storage version.
 * @param entry of the definition. Schemas are read from it when they are needed, so that unused ones take no memory.
 * @param currentSince revision up to which objects may have been written under another definition.
 * @param conversion between the versions. Default: the change of `apiVersion`.
 */
export function customResourceOf(
  definition: CustomResourceDefinition,
  entry: Entry,
  context: CustomKindContext,
  currentSince: Revision,
  conversion?: ObjectConversion,
): CustomResource | undefined {
  if (!hasCondition(definition, 'Established')) return undefined;
  const versions = definition.spec.versions ?? [];
  const defined = definedKind(definition);
  const kinds = versions.map((version) => ({
    version,
    kind: new CustomKind(defined, version, schemaOf(version.name, entry), context),
  }));
  const stored = kinds.find(({ version }) => version.storage)?.kind;
  if (!stored) return undefined;
  const ofVersions = (served: boolean): CustomKind[] =>
    kinds.filter(({ version }) => version.served === served).map(({ kind }) => kind);
  const definedBy = {
    group: context.vocabulary.groups.apiextensions,
    resource: 'customresourcedefinitions',
    name: entry.name,
  };
  // Converted objects are given to other threads as they are served, but to be converted or written.
  const source = conversion
    ? { entry, currentSince: 0, convertedSince: currentSince, calls: conversion.webhookCalls }
    : { entry, currentSince };
  return { stored, served: ofVersions(true), unserved: ofVersions(false), currentSince, definedBy, conversion, source };
}

/** The schema of a version, read from the stored definition when it is needed. */
export const schemaOf = (name: string, entry: Entry): SchemaSource => {
  const schemaIn = ({ spec }: CustomResourceDefinition): JsonSchema | undefined =>
    spec.versions?.find((version) => version.name === name)?.schema?.openAPIV3Schema as JsonSchema | undefined;
  return {
    read: () => schemaIn(definitionIn(entry)),
    *readInSteps() {
      return schemaIn(yield* definitionInSteps(entry));
    },
  };
};
