import { Type } from 'class-transformer';
import {
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
  ValidateNested,
} from 'class-validator';
import { usableIssuerUrl } from './usable-issuer-url.js';

/** Said wherever a file computes something. A file that would be obeyed in part would let in whom it was to refuse. */
const NO_EXPRESSIONS = 'expressions are not evaluated by this release: name a claim instead';
const MAX_ISSUERS = 64;
/** What is refused when it is there at all. */
const absent = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/** A claim that becomes a part of the user, with what is put before it. */
export class PrefixedClaimEntry {
  @IsString({ message: 'is needed: the name of a claim' })
  @IsNotEmpty({ message: 'is needed: the name of a claim' })
  @ValidateIf(({ expression }: PrefixedClaimEntry) => !absent(expression))
  claim: string;

  /** Has to be said: whether names of an issuer may meet those of others is for who configures it to decide. */
  @IsString({ message: 'is needed with claim; "" puts nothing before it' })
  @ValidateIf(({ expression }: PrefixedClaimEntry) => !absent(expression))
  prefix: string;

  @ValidateIf(({ expression }: PrefixedClaimEntry) => absent(expression))
  @IsIn([], { message: NO_EXPRESSIONS })
  expression?: string;
}

export class UidEntry {
  @IsString({ message: 'is needed: the name of a claim' })
  @IsNotEmpty({ message: 'is needed: the name of a claim' })
  @ValidateIf(({ expression }: UidEntry) => !absent(expression))
  claim: string;

  @ValidateIf(({ expression }: UidEntry) => absent(expression))
  @IsIn([], { message: NO_EXPRESSIONS })
  expression?: string;
}

export class ClaimMappingsEntry {
  @IsDefined({ message: 'is needed: which claim names the user' })
  @ValidateNested()
  @Type(() => PrefixedClaimEntry)
  username: PrefixedClaimEntry;

  @IsOptional()
  @ValidateNested()
  @Type(() => PrefixedClaimEntry)
  groups?: PrefixedClaimEntry;

  @IsOptional()
  @ValidateNested()
  @Type(() => UidEntry)
  uid?: UidEntry;

  @IsOptional()
  @IsArray()
  @ArrayMaxSize(0, { message: NO_EXPRESSIONS })
  extra?: unknown[];
}

export class ClaimRuleEntry {
  @IsString({ message: 'is needed: the name of a claim' })
  @IsNotEmpty({ message: 'is needed: the name of a claim' })
  @ValidateIf(({ expression }: ClaimRuleEntry) => !absent(expression))
  claim: string;

  @IsOptional()
  @IsString({ message: 'must be a text' })
  requiredValue?: string;

  @ValidateIf(({ expression }: ClaimRuleEntry) => absent(expression))
  @IsIn([], { message: NO_EXPRESSIONS })
  expression?: string;

  @IsOptional()
  @IsString()
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

  @IsArray({ message: 'is needed: whom tokens have to be for' })
  @ArrayNotEmpty({ message: 'is needed: whom tokens have to be for' })
  @ArrayUnique({ message: 'must not hold one twice' })
  @IsString({ each: true, message: 'must hold texts' })
  @IsNotEmpty({ each: true, message: 'must not hold an empty text' })
  audiences: string[];

  @ValidateIf(({ audiences, audienceMatchPolicy }: IssuerEntry) => audiences?.length > 1 || absent(audienceMatchPolicy))
  @IsIn(['MatchAny'], { message: 'must be MatchAny, and is needed with several audiences' })
  audienceMatchPolicy?: string;
}

export class TokenAuthenticatorEntry {
  @IsDefined({ message: 'is needed' })
  @ValidateNested()
  @Type(() => IssuerEntry)
  issuer: IssuerEntry;

  @IsOptional()
  @IsArray()
  @ArrayUnique(({ claim }: ClaimRuleEntry) => claim, { message: 'must not hold one claim twice' })
  @ValidateNested({ each: true })
  @Type(() => ClaimRuleEntry)
  claimValidationRules?: ClaimRuleEntry[];

  @IsDefined({ message: 'is needed: which claim names the user' })
  @ValidateNested()
  @Type(() => ClaimMappingsEntry)
  claimMappings: ClaimMappingsEntry;

  @IsOptional()
  @IsArray()
  @ArrayMaxSize(0, { message: NO_EXPRESSIONS })
  userValidationRules?: unknown[];
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
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => AnonymousConditionEntry)
  conditions?: AnonymousConditionEntry[];
}

/** A file of `--authentication-config` as it is written (D-055..D-058). */
export class AuthenticationConfiguration {
  @IsIn(['AuthenticationConfiguration'], { message: 'must be AuthenticationConfiguration' })
  kind: string;

  @IsString()
  apiVersion: string;

  @IsOptional()
  @IsArray({ message: 'must be a list' })
  @ArrayMaxSize(MAX_ISSUERS, { message: `must hold at most ${MAX_ISSUERS} issuers` })
  @ArrayUnique(({ issuer }: TokenAuthenticatorEntry) => issuer?.url, { message: 'must not hold one issuer.url twice' })
  @ValidateNested({ each: true })
  @Type(() => TokenAuthenticatorEntry)
  jwt?: TokenAuthenticatorEntry[];

  @IsOptional()
  @ValidateNested()
  @Type(() => AnonymousEntry)
  anonymous?: AnonymousEntry;
}
