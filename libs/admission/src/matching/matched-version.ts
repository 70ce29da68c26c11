import type { ApiObject } from '@orch/apimachinery';
import type { EquivalentVersion } from './equivalent-versions.js';

/** The version of a resource that a rule names. */
export interface MatchedVersion {
  /** Undefined: the version of the request. */
  readonly equivalent: EquivalentVersion | undefined;
}

/** The version of the request. */
export const OWN_VERSION: MatchedVersion = { equivalent: undefined };

/** The object in the version that was matched. */
export const inMatchedVersion = (
  object: ApiObject | undefined,
  { equivalent }: MatchedVersion,
): ApiObject | undefined => (object && equivalent ? equivalent.convert(object) : object);
