import type { ResourceDefinition } from '@orch/api';

/** Whether a kind is custom. Documents of custom kinds have fewer media types and parameters than those of built-in ones. */
export const isCustom = ({ published }: ResourceDefinition): boolean => published !== undefined;
