import { listOfMaps, mapOf } from '@orch/process';
import {
  Allow,
  ArrayMaxSize,
  ArrayNotEmpty,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsDefined,
  IsIn,
  IsNotEmpty,
  IsOptional,
  IsString,
  Matches,
  ValidateIf,
} from 'class-validator';
import { doesNotGoWith, isGiven } from './alternative.js';
import { extraKey } from './extra-key.js';
import { usableIssuerUrl } from './usable-issuer-url.js';

const MAX_ISSUERS = 64;
const TWICE = 'must not hold one claim or expression twice';

/** A claim that becomes a part of the user, with its prefix; or an expression over all claims. */
export class PrefixedClaimEntry {
  @ValidateIf(({ expression }: PrefixedClaimEntry) => !isGiven(expression))
  @IsString({ message: 'is needed: the name of a claim, or an expression' })
  @IsNotEmpty({ message: 'is needed: the name of a claim, or an expression' })
  claim?: string;

  /** Required: the operator has to decide whether names of several issuers may be equal. */
  @ValidateIf(({ expression }: PrefixedClaimEntry) => !isGiven(expression))
  @IsString({ message: 'is needed with claim; "" puts nothing before it' })
  prefix?: string;

  @ValidateIf(({ expression }: PrefixedClaimEntry) => isGiven(expression))
  @IsString({ message: 'must be a text' })
  @doesNotGoWith('claim', 'prefix')
  expression?: string;
}

export class UidEntry {
  @ValidateIf(({ expression }: UidEntry) => !isGiven(expression))
  @IsString({ message: 'is needed: the name of a claim, or an expression' })
  @IsNotEmpty({ message: 'is needed: the name of a claim, or an expression' })
  claim?: string;

  @ValidateIf(({ expression }: UidEntry) => isGiven(expression))
  @IsString({ message: 'must be a text' })
  @doesNotGoWith('claim')
  expression?: string;
}

export class ExtraEntry {
  @extraKey()
  key: string;

  @IsString({ message: 'is needed: an expression' })
  @IsNotEmpty({ message: 'is needed: an expression' })
  valueExpression: string;
}

export class ClaimMappingsEntry {
  @IsDefined({ message: 'is needed: which claim names the user' })
  @mapOf(() => PrefixedClaimEntry)
  username: PrefixedClaimEntry;

  @IsOptional()
  @mapOf(() => PrefixedClaimEntry)
  groups?: PrefixedClaimEntry;

  @IsOptional()
  @mapOf(() => UidEntry)
  uid?: UidEntry;

  @IsOptional()
  @listOfMaps(() => ExtraEntry)
  @ArrayUnique((entry?: ExtraEntry) => entry?.key, { message: 'must not hold one key twice' })
  extra?: ExtraEntry[];
}

/** A required claim and its value, or an expression over all claims that must be true. */
export class ClaimRuleEntry {
  @ValidateIf(({ expression }: ClaimRuleEntry) => !isGiven(expression))
  @IsString({ message: 'is needed: the name of a claim, or an expression' })
  @IsNotEmpty({ message: 'is needed: the name of a claim, or an expression' })
  claim?: string;

  @IsOptional()
  @IsString({ message: 'must be a text' })
  requiredValue?: string;

  @ValidateIf(({ expression }: ClaimRuleEntry) => isGiven(expression))
  @IsString({ message: 'must be a text' })
  @doesNotGoWith('claim', 'requiredValue')
  expression?: string;

  @IsOptional()
  @IsString({ message: 'must be a text' })
  @doesNotGoWith('claim')
  message?: string;
}

/** An expression over the user that must be true. */
export class UserRuleEntry {
  @IsString({ message: 'is needed: an expression' })
  @IsNotEmpty({ message: 'is needed: an expression' })
  expression: string;

  @IsOptional()
  @IsString({ message: 'must be a text' })
  message?: string;
}

export class IssuerEntry {
  @usableIssuerUrl()
  url: string;

  @IsOptional()
  @usableIssuerUrl()
  discoveryURL?: string;

  @IsOptional()
  @IsString({ message: 'must be certificates in PEM' })
  certificateAuthority?: string;

  @IsArray({ message: 'is needed: the audiences of accepted tokens' })
  @ArrayNotEmpty({ message: 'is needed: the audiences of accepted tokens' })
  @ArrayUnique({ message: 'must not hold one twice' })
  @IsString({ each: true, message: 'must hold texts' })
  @IsNotEmpty({ each: true, message: 'must not hold an empty text' })
  audiences: string[];

  @ValidateIf(
    ({ audiences, audienceMatchPolicy }: IssuerEntry) => audiences?.length > 1 || isGiven(audienceMatchPolicy),
  )
  @IsIn(['MatchAny'], { message: 'must be MatchAny, and is needed with several audiences' })
  audienceMatchPolicy?: string;
}

export class TokenAuthenticatorEntry {
  @IsDefined({ message: 'is needed' })
  @mapOf(() => IssuerEntry)
  issuer: IssuerEntry;

  @IsOptional()
  @listOfMaps(() => ClaimRuleEntry)
  @ArrayUnique((rule?: ClaimRuleEntry) => rule?.claim ?? `= ${rule?.expression}`, { message: TWICE })
  claimValidationRules?: ClaimRuleEntry[];

  @IsDefined({ message: 'is needed: which claim names the user' })
  @mapOf(() => ClaimMappingsEntry)
  claimMappings: ClaimMappingsEntry;

  @IsOptional()
  @listOfMaps(() => UserRuleEntry)
  @ArrayUnique((rule?: UserRuleEntry) => rule?.expression, { message: TWICE })
  userValidationRules?: UserRuleEntry[];
}

export class AnonymousConditionEntry {
  @IsString({ message: 'must be a path' })
  @Matches(/^\//, { message: 'must be a path, such as /livez' })
  path: string;
}

export class AnonymousEntry {
  @IsBoolean({ message: 'must be true or false' })
  enabled: boolean;

  @IsOptional()
  @listOfMaps(() => AnonymousConditionEntry)
  conditions?: AnonymousConditionEntry[];
}

/** A file of `--authentication-config` (D-055..D-058). */
export class AuthenticationConfiguration {
  @IsIn(['AuthenticationConfiguration'], { message: 'must be AuthenticationConfiguration' })
  kind: string;

  /** Its group depends on the vocabulary: checked by `validated`. */
  @Allow()
  apiVersion: string;

  @IsOptional()
  @listOfMaps(() => TokenAuthenticatorEntry)
  @ArrayMaxSize(MAX_ISSUERS, { message: `must hold at most ${MAX_ISSUERS} issuers` })
  @ArrayUnique(({ issuer }: TokenAuthenticatorEntry) => issuer?.url, { message: 'must not hold one issuer.url twice' })
  jwt?: TokenAuthenticatorEntry[];

  @IsOptional()
  @mapOf(() => AnonymousEntry)
  anonymous?: AnonymousEntry;
}
