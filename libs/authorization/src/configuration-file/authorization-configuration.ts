import { listOfMaps, mapOf } from '@orch/process';
import {
  Allow,
  ArrayMaxSize,
  ArrayNotEmpty,
  ArrayUnique,
  IsArray,
  IsDefined,
  IsIn,
  IsNotEmpty,
  IsOptional,
  IsString,
  Matches,
  MaxLength,
} from 'class-validator';
import { AUTHORIZATION_MODES } from '../authorization-options.js';
import { FAILURE_POLICIES } from '../failure-policy.js';
import { usableDuration } from './usable-duration.js';

/** Maximum timeout of a webhook. Unit: milliseconds. */
const MAX_TIMEOUT_MS = 30_000;
const MAX_CONDITIONS = 64;
/** Each webhook delays a request that is not allowed. */
const MAX_AUTHORIZERS = 64;
const NAME = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

class MatchConditionEntry {
  @IsString({ message: 'is needed: an expression that gives true or false' })
  @IsNotEmpty({ message: 'is needed: an expression that gives true or false' })
  expression: string;
}

class ConnectionInfoEntry {
  @IsIn(['KubeConfigFile'], {
    message: ({ value }) =>
      value === 'InClusterConfig'
        ? 'InClusterConfig would make the server call itself: use KubeConfigFile'
        : 'must be KubeConfigFile',
  })
  type: string;

  @IsString({ message: 'is needed: a client configuration file' })
  @Matches(/^\//, { message: 'must be an absolute path' })
  kubeConfigFile: string;
}

export class WebhookEntry {
  @IsOptional()
  @usableDuration({ from: 0 })
  authorizedTTL?: string;

  @IsOptional()
  @usableDuration({ from: 0 })
  unauthorizedTTL?: string;

  @usableDuration({ from: 1, to: MAX_TIMEOUT_MS })
  timeout: string;

  @IsIn(['v1beta1', 'v1'], { message: 'must be v1 or v1beta1' })
  subjectAccessReviewVersion: 'v1beta1' | 'v1';

  @IsOptional()
  @IsIn(['v1'], { message: 'must be v1' })
  matchConditionSubjectAccessReviewVersion?: 'v1';

  /** Required: the administrator must decide whether an unavailable webhook denies all requests. */
  @IsIn(FAILURE_POLICIES, { message: `must be ${FAILURE_POLICIES.join(' or ')}` })
  failurePolicy: (typeof FAILURE_POLICIES)[number];

  @IsDefined({ message: 'is needed: where the service is' })
  @mapOf(() => ConnectionInfoEntry)
  connectionInfo: ConnectionInfoEntry;

  @IsOptional()
  @listOfMaps(() => MatchConditionEntry)
  @ArrayMaxSize(MAX_CONDITIONS, { message: `must hold at most ${MAX_CONDITIONS}` })
  @ArrayUnique(({ expression }: MatchConditionEntry) => expression, { message: 'must not hold one expression twice' })
  matchConditions?: MatchConditionEntry[];
}

class AuthorizerEntry {
  @IsIn(AUTHORIZATION_MODES, { message: `must be one of ${AUTHORIZATION_MODES.join(', ')}` })
  type: (typeof AUTHORIZATION_MODES)[number];

  @IsString({ message: 'is needed' })
  @Matches(NAME, { message: 'must be of lower case letters, digits, - and ., such as policy.example.com' })
  @MaxLength(253, { message: 'must have at most 253 characters' })
  name: string;

  @IsOptional()
  @mapOf(() => WebhookEntry)
  webhook?: WebhookEntry;
}

/** The file of `--authorization-config` (D-077). */
export class AuthorizationConfiguration {
  @IsIn(['AuthorizationConfiguration'], { message: 'must be AuthorizationConfiguration' })
  kind: string;

  /** Its group depends on the vocabulary: checked by `validated`. */
  @Allow()
  apiVersion: string;

  @IsArray({ message: 'is needed: at least one' })
  @listOfMaps(() => AuthorizerEntry)
  @ArrayNotEmpty({ message: 'is needed: at least one' })
  @ArrayMaxSize(MAX_AUTHORIZERS, { message: `must hold at most ${MAX_AUTHORIZERS}` })
  @ArrayUnique(({ name }: AuthorizerEntry) => name, { message: 'must not hold one name twice' })
  authorizers: AuthorizerEntry[];
}
