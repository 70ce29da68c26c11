import { mapOf } from '@orch/process';
import { IsBoolean, IsInt, IsNotEmpty, IsOptional, IsString, Max, Min } from 'class-validator';
import { validFields, type PluginDocument } from '../plugin-document/plugin-document.js';
import type { ImageReviewTtls } from './image-review.js';

/** Maximum of a TTL, in seconds, and of the backoff, in milliseconds. */
const MAX_TTL_SECONDS = 1_800;
const MAX_BACKOFF_MS = 300_000;
const [ALLOW_TTL_SECONDS, DENY_TTL_SECONDS, BACKOFF_MS] = [300, 30, 500];
/** As a TTL: not cached. */
const DISABLED = -1;

class ImagePolicyEntry {
  @IsString({ message: 'is needed: a client configuration file' })
  @IsNotEmpty({ message: 'is needed: a client configuration file' })
  kubeConfigFile: string;

  @IsOptional()
  @IsInt({ message: 'must be an integer' })
  @Min(DISABLED, { message: `must be from 1 to ${MAX_TTL_SECONDS}, 0 for the default, or -1 for no cache` })
  @Max(MAX_TTL_SECONDS, { message: `must be from 1 to ${MAX_TTL_SECONDS}, 0 for the default, or -1 for no cache` })
  allowTTL?: number;

  @IsOptional()
  @IsInt({ message: 'must be an integer' })
  @Min(DISABLED, { message: `must be from 1 to ${MAX_TTL_SECONDS}, 0 for the default, or -1 for no cache` })
  @Max(MAX_TTL_SECONDS, { message: `must be from 1 to ${MAX_TTL_SECONDS}, 0 for the default, or -1 for no cache` })
  denyTTL?: number;

  @IsOptional()
  @IsInt({ message: 'must be an integer' })
  @Min(DISABLED, { message: `must be from 1 to ${MAX_BACKOFF_MS}, 0 for the default, or -1 for none` })
  @Max(MAX_BACKOFF_MS, { message: `must be from 1 to ${MAX_BACKOFF_MS}, 0 for the default, or -1 for none` })
  retryBackoff?: number;

  @IsOptional()
  @IsBoolean({ message: 'must be true or false' })
  defaultAllow?: boolean;
}

class ImagePolicyFile {
  @mapOf(() => ImagePolicyEntry)
  imagePolicy: ImagePolicyEntry;
}

/** The configuration file of ImagePolicyWebhook. */
export interface ImagePolicyConfiguration extends ImageReviewTtls {
  /** Client configuration file with address and credentials. */
  readonly configFile: string;
  /** Pause before the first retry. Unit: milliseconds. */
  readonly firstRetryMs: number;
  readonly defaultAllow: boolean;
}

/** @throws AdmissionConfigurationError. */
export function readImagePolicy(document: PluginDocument): ImagePolicyConfiguration {
  const { imagePolicy } = validFields(ImagePolicyFile, document);
  const { kubeConfigFile, allowTTL = 0, denyTTL = 0, retryBackoff = 0, defaultAllow = false } = imagePolicy;
  const ms = (value: number, byDefault: number): number => (value === DISABLED ? 0 : value || byDefault);
  return {
    configFile: kubeConfigFile,
    allowTtlMs: ms(allowTTL, ALLOW_TTL_SECONDS) * 1_000,
    denyTtlMs: ms(denyTTL, DENY_TTL_SECONDS) * 1_000,
    firstRetryMs: ms(retryBackoff, BACKOFF_MS),
    defaultAllow,
  };
}
