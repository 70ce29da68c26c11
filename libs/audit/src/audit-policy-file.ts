import { listOf, listOfMaps } from '@orch/process';
import {
  Allow,
  ArrayNotEmpty,
  IsBoolean,
  IsDefined,
  IsIn,
  IsOptional,
  IsString,
  Matches,
  ValidateIf,
} from 'class-validator';
import { AUDIT_LEVELS, AUDIT_STAGES, type AuditLevel, type AuditStage } from './audit-policy.js';

const NEEDS_RULE = 'needs at least one rule, such as {level: Metadata}';
const TRUE_OR_FALSE = 'must be true or false';

const textProblem = (item: unknown): string | undefined => (typeof item === 'string' ? undefined : 'must be a text');

function stageProblem(item: unknown): string | undefined {
  if (typeof item !== 'string') return textProblem(item);
  return AUDIT_STAGES.some((stage) => stage === item) ? undefined : `must be among ${AUDIT_STAGES.join(', ')}`;
}

function urlProblem(item: unknown): string | undefined {
  if (typeof item !== 'string') return textProblem(item);
  if (item === '*') return undefined;
  if (!item.startsWith('/')) return 'must be "*" or begin with "/"';
  return item.slice(0, -1).includes('*') ? 'may have a "*" only at its end' : undefined;
}

/** Resources of one API group. */
export class ResourceSelectorEntry {
  /** Default: the core group. */
  @ValidateIf((_entry, value) => value !== undefined)
  @IsString({ message: 'must be a text' })
  @Matches(/^[^/]*$/, { message: 'must be a group without its version' })
  group?: string;

  @IsOptional()
  @listOf(textProblem)
  resources?: string[];

  @IsOptional()
  @listOf(textProblem)
  resourceNames?: string[];
}

/** One rule. An absent or empty list matches everything. */
export class AuditRuleEntry {
  @IsIn(AUDIT_LEVELS, { message: `must be among ${AUDIT_LEVELS.join(', ')}` })
  level: AuditLevel;

  @IsOptional()
  @listOf(textProblem)
  users?: string[];

  @IsOptional()
  @listOf(textProblem)
  userGroups?: string[];

  @IsOptional()
  @listOf(textProblem)
  verbs?: string[];

  @IsOptional()
  @listOf(textProblem)
  namespaces?: string[];

  @IsOptional()
  @listOf(urlProblem)
  nonResourceURLs?: string[];

  @IsOptional()
  @listOfMaps(() => ResourceSelectorEntry)
  resources?: ResourceSelectorEntry[];

  /** In addition to those of the file. */
  @IsOptional()
  @listOf(stageProblem)
  omitStages?: AuditStage[];

  /** Default: that of the file. */
  @IsOptional()
  @IsBoolean({ message: TRUE_OR_FALSE })
  omitManagedFields?: boolean;
}

/** A file of `--audit-policy-file` (D-190). */
export class AuditPolicyFile {
  /** Its group depends on the vocabulary: checked by `validated`. */
  @Allow()
  apiVersion: string;

  @IsIn(['Policy'], { message: 'must be Policy' })
  kind: string;

  /** Not used. */
  @Allow()
  metadata?: unknown;

  @IsDefined({ message: NEEDS_RULE })
  @listOfMaps(() => AuditRuleEntry)
  @ArrayNotEmpty({ message: NEEDS_RULE })
  rules: AuditRuleEntry[];

  @IsOptional()
  @listOf(stageProblem)
  omitStages?: AuditStage[];

  /** Default: false. */
  @IsOptional()
  @IsBoolean({ message: TRUE_OR_FALSE })
  omitManagedFields?: boolean;
}
