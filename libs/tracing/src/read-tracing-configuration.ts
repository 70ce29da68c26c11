import { ApiError, decodeYaml, errorMessage } from '@orch/apimachinery';
import { readText, UserFacingError, validated } from '@orch/process';
import type { Vocabulary } from '@orch/vocabulary';
import { Allow, IsIn, IsInt, IsOptional, Max, Min, registerDecorator } from 'class-validator';

/** Where traces are sent by default. */
const DEFAULT_ENDPOINT = 'localhost:4317';
const MILLION = 1_000_000;
const VERSIONS = ['v1', 'v1beta1', 'v1alpha1'];
const SCHEMES: readonly string[] = ['dns:', 'unix:', 'unix-abstract:'];

/** What is traced, and where the traces go. */
export interface TracingConfiguration {
  /** Of an OpenTelemetry collector with gRPC: `host:port`, `dns://...`, `unix:...`. */
  readonly endpoint: string;
  /** Part of the requests that begin a trace, from 0 to 1. Requests of a sampled trace are traced always. */
  readonly samplingRatio: number;
}

const isEndpoint = () => (target: object, propertyName: string) =>
  registerDecorator({
    name: 'isEndpoint',
    target: target.constructor,
    propertyName,
    validator: {
      validate: (value: unknown) => typeof value === 'string' && hasKnownScheme(value),
      defaultMessage: () =>
        'must be the address of a gRPC server: host:port, or a URL with the scheme dns, unix or unix-abstract',
    },
  });

function hasKnownScheme(endpoint: string): boolean {
  const url = endpoint.includes('//') ? endpoint : `dns://${endpoint}`;
  return URL.canParse(url) && SCHEMES.includes(new URL(url).protocol);
}

/** A file of `--tracing-config-file`. */
class TracingConfigurationFile {
  /** Its group depends on the vocabulary: checked by `validated`. */
  @Allow()
  apiVersion: string;

  @IsIn(['TracingConfiguration'], { message: 'must be TracingConfiguration' })
  kind: string;

  /** Default: localhost:4317. */
  @IsOptional()
  @isEndpoint()
  endpoint?: string;

  /** Default: 0. */
  @IsOptional()
  @IsInt({ message: 'must be a whole number' })
  @Min(0, { message: 'must not be negative' })
  @Max(MILLION, { message: 'must be at most one million' })
  samplingRatePerMillion?: number;
}

/**
 * Reads the file of `--tracing-config-file`.
 * @throws UserFacingError when it cannot be used.
 */
export async function readTracingConfiguration(file: string, { groups }: Vocabulary): Promise<TracingConfiguration> {
  const flag = `--tracing-config-file: ${file}`;
  try {
    const document = decodeYaml(await readText(file));
    const versions = VERSIONS.map((version) => `${groups.apiserverConfig}/${version}`);
    const read = validated(TracingConfigurationFile, document, versions);
    if (!(read instanceof TracingConfigurationFile)) throw ApiError.badRequest(read.join('; '));
    return {
      endpoint: read.endpoint ?? DEFAULT_ENDPOINT,
      samplingRatio: (read.samplingRatePerMillion ?? 0) / MILLION,
    };
  } catch (error) {
    throw new UserFacingError(`${flag}: ${errorMessage(error)}`, { cause: error });
  }
}
