import type { ResourceDefinition } from './resource-definition.js';

/** Whether objects of the kind have a `metadata.generation` in the emulated release (C-134). */
export function countsGeneration({ declaration, emulatedMinor }: ResourceDefinition): boolean {
  const { generation = false } = declaration;
  if (generation === 'content') return true;
  if (typeof generation === 'boolean') return generation;
  return emulatedMinor === undefined || emulatedMinor >= generation.since;
}
