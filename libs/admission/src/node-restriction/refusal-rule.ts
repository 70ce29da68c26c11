import type { AdmissionAttributes } from '@orch/registry';

/** Why a node may not make a write; undefined if it may. The text follows `... is forbidden: ` in the response. */
export type RefusalRule = (node: string, attributes: AdmissionAttributes) => string | undefined;

export const quoted = (name: string): string => JSON.stringify(name);
