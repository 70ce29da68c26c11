import type { UserInfo } from '@orch/api';
import type { RequestInfo } from '@orch/http';
import type { FlowCounts } from './flow-counts.js';
import { flowRules, type FlowRule } from './flow-rules.js';
import type { SchemaForm } from './object-forms.js';
import type { PriorityLevel } from './priority-level.js';

/** Parsed settings of a FlowSchema. */
export interface SchemaConfiguration {
  readonly name: string;
  readonly uid: string;
  readonly levelName: string;
  /** The lowest value matches first. */
  readonly precedence: number;
  /** What distinguishes flows: user or namespace; undefined: all requests are one flow. */
  readonly distinguisher: 'ByUser' | 'ByNamespace' | undefined;
  readonly rules: readonly FlowRule[];
}

/** A FlowSchema whose level exists. */
export interface ActiveSchema extends SchemaConfiguration {
  readonly level: PriorityLevel;
  readonly counts: FlowCounts;
  /** Response headers: its uid and that of its level (D-225). */
  readonly headers: Readonly<Record<string, string>>;
}

const DEFAULT_PRECEDENCE = 1_000;

export function readSchema({ metadata, spec }: SchemaForm): SchemaConfiguration {
  const distinguisher = spec?.distinguisherMethod?.type;
  return {
    name: metadata.name ?? '',
    uid: metadata.uid ?? '',
    levelName: spec?.priorityLevelConfiguration?.name ?? '',
    precedence: spec?.matchingPrecedence ?? DEFAULT_PRECEDENCE,
    distinguisher: distinguisher === 'ByUser' || distinguisher === 'ByNamespace' ? distinguisher : undefined,
    rules: flowRules(spec?.rules),
  };
}

/** Matching order of schemas: by precedence, then by name. */
export const inOrder = (a: SchemaConfiguration, b: SchemaConfiguration): number =>
  a.precedence - b.precedence || (a.name < b.name ? -1 : 1);

/** The flow of a request; flows of one level are served in turn. */
export function flowOf(schema: SchemaConfiguration, user: UserInfo, info: RequestInfo): string {
  const { name, distinguisher } = schema;
  return `${name}\0${distinguisher === 'ByUser' ? user.username : distinguisher === 'ByNamespace' ? info.namespace : ''}`;
}
