import { IsIn, IsInt, IsIP, IsOptional, IsString, Max, Min, ValidateIf } from 'class-validator';
import { parseClusterIpRanges, parsePortRange } from '@orch/admission';
import { CIPHER_SUITE_NAMES } from '@orch/tls';
import { fittingRange } from './fitting-range.js';

/**
 * Constraints of the API server's options beyond their types: bounds, and options that depend on each other. Values are
 * by property; `validateOptions` reports failures by flag.
 */
export class CheckedOptions {
  @IsIP(undefined, { message: 'must be an IP address, such as 127.0.0.1 or ::' })
  bindAddress: string;

  @IsInt()
  @Min(0)
  @Max(65_535)
  securePort: number;

  @IsString()
  dataDir: string;

  @IsInt()
  @Min(1_024)
  maxRequestBodyBytes: number;

  @Min(1_000, { message: 'must be at least 1s' })
  requestTimeout: number;

  /** Shorter, and clients that list in pages or reconnect would get 410 all the time. */
  @Min(1_000, { message: 'must be at least 1s' })
  watchHistory: number;

  @IsInt()
  @Min(0)
  maxRequestsInflight: number;

  @IsInt()
  @Min(0)
  maxMutatingRequestsInflight: number;

  @ValidateIf((o: CheckedOptions) => o.tlsPrivateKeyFile !== undefined)
  @IsString({ message: 'is needed with --tls-private-key-file' })
  tlsCertFile?: string;

  @ValidateIf((o: CheckedOptions) => o.tlsCertFile !== undefined)
  @IsString({ message: 'is needed with --tls-cert-file' })
  tlsPrivateKeyFile?: string;

  @IsIn(CIPHER_SUITE_NAMES, { each: true, message: `must be among ${CIPHER_SUITE_NAMES.join(', ')}` })
  tlsCipherSuites: string[];

  @fittingRange(parseClusterIpRanges)
  serviceClusterIpRange: string[];

  @fittingRange(parsePortRange)
  serviceNodePortRange: string;

  @IsOptional()
  @IsIP(undefined, { message: 'must be an IP address' })
  advertiseAddress?: string;
}
