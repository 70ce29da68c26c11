import { listOfMaps } from '@orch/process';
import type { Vocabulary } from '@orch/vocabulary';
import { ArrayNotEmpty, IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { pluginConfiguration, type PluginDocument } from '../plugin-document/plugin-document.js';
import { CACHED_BUCKETS, LIMIT_TYPES, type EventLimit, type LimitType } from './event-rate-limit.js';

/** Memory of the buckets is reserved at start. */
const MAX_BUCKETS = 1_000_000;
const MAX_RATE = 2_147_483_647;

class LimitEntry {
  @IsIn(LIMIT_TYPES, { message: `must be one of ${LIMIT_TYPES.join(', ')}` })
  type: LimitType;

  @IsInt({ message: 'must be a positive integer' })
  @Min(1, { message: 'must be positive' })
  @Max(MAX_RATE)
  qps: number;

  @IsInt({ message: 'must be a positive integer' })
  @Min(1, { message: 'must be positive' })
  @Max(MAX_RATE)
  burst: number;

  @IsOptional()
  @IsInt({ message: 'must be an integer' })
  @Min(0, { message: 'must not be negative' })
  @Max(MAX_BUCKETS, { message: `must be at most ${MAX_BUCKETS}` })
  cacheSize?: number;
}

class EventRateLimitConfiguration {
  @listOfMaps(() => LimitEntry)
  @ArrayNotEmpty({ message: 'must not be empty' })
  limits: LimitEntry[];
}

/** @throws AdmissionConfigurationError. */
export function readEventLimits(
  document: PluginDocument,
  { pluginConfigurationGroups }: Vocabulary,
): readonly EventLimit[] {
  const apiVersion = `${pluginConfigurationGroups.eventRateLimit}/v1alpha1`;
  const { limits } = pluginConfiguration(EventRateLimitConfiguration, document, [
    { apiVersion, kind: 'Configuration' },
  ]);
  return limits.map(({ type, qps, burst, cacheSize }) => ({
    type,
    qps,
    burst,
    cacheSize: cacheSize || CACHED_BUCKETS,
  }));
}
