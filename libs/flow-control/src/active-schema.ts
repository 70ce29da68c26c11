import type { UserInfo } from '@orch/api';
import type { RequestInfo } from '@orch/http';
import type { FlowCounts } from './flow-counts.js';
import { flowRules, type FlowRule } from './flow-rules.js';
import type { SchemaForm } from './object-forms.js';
import type { PriorityLevel } from './priority-level.js';

/** What a stored FlowSchema says. */
export interface SchemaConfiguration {
  readonly name: string;
  readonly uid: string;
  readonly levelName: string;
  /** Lower is asked first. */
  readonly precedence: number;
  /** What makes a flow: who asks, or for which namespace; undefined: all are one. */
  readonly distinguisher: 'ByUser' | 'ByNamespace' | undefined;
  readonly rules: readonly FlowRule[];
}

/** A FlowSchema whose level is there. */
export interface ActiveSchema extends SchemaConfiguration {
  readonly level: PriorityLevel;
  readonly counts: FlowCounts;
  /** What answers say of it: its uid and its level's (D-225). */
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

/** The order in which schemas are asked: by precedence, and by name among equals. */
export const inOrder = (a: SchemaConfiguration, b: SchemaConfiguration): number =>
  a.precedence - b.precedence || (a.name < b.name ? -1 : 1);

/** Which flow a request belongs to; flows of one level are served in turn. */
export function flowOf(schema: SchemaConfiguration, user: UserInfo, info: RequestInfo): string {
  const { name, distinguisher } = schema;
  return `${name}\0${distinguisher === 'ByUser' ? user.username : distinguisher === 'ByNamespace' ? info.namespace : ''}`;
}
