import { mapOf } from '@orch/process';
import { Allow, IsBoolean, IsDefined, IsIn, IsOptional, IsString } from 'class-validator';

const TEXT = { message: 'must be a text' };
const NEEDS_SPEC = { message: 'is needed: the rule, as an object' };

/** A line of the unversioned form: it is the rule. Absent fields are empty texts. */
export class UnversionedRuleEntry {
  @IsOptional()
  @IsString(TEXT)
  user?: string;

  @IsOptional()
  @IsString(TEXT)
  group?: string;

  @IsOptional()
  @IsString(TEXT)
  namespace?: string;

  @IsOptional()
  @IsString(TEXT)
  resource?: string;

  /** Default: false. */
  @IsOptional()
  @IsBoolean({ message: 'must be true or false' })
  readonly?: boolean;
}

/** The rule of a line with a version. */
export class RuleEntry extends UnversionedRuleEntry {
  @IsOptional()
  @IsString(TEXT)
  apiGroup?: string;

  @IsOptional()
  @IsString(TEXT)
  nonResourcePath?: string;
}

/** A line of `--authorization-policy-file` with a version (D-074). */
export class PolicyLine {
  /** Its group depends on the vocabulary: checked by `validated`. */
  @Allow()
  apiVersion: string;

  @IsIn(['Policy'], { message: 'must be Policy' })
  kind: string;

  @IsDefined(NEEDS_SPEC)
  @mapOf(() => RuleEntry)
  spec: RuleEntry;
}
