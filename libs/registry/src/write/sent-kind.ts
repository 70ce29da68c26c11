import type { ResourceDefinition } from '@orch/api';
import { ApiError, jsonTypeOf } from '@orch/apimachinery';

/** Go type into which kind and version are decoded; part of the message. */
const TYPE_META_STRUCT =
  'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';
/** Source location of the scheme in the reference server; part of its message. */
const SCHEME = 'pkg/runtime/scheme.go:110';
const MAX_SHOWN = 253;

/** Kind and version of a body. */
export interface SentKind {
  readonly kind: string;
  readonly apiVersion: string;
}

/**
 * Kind and version of a body; those of the path if it has none.
 * @throws ApiError BadRequest when the body is not an object, or is of another kind or version (C-088).
 */
export function sentKindOf(definition: ResourceDefinition, raw: unknown): SentKind {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) {
    throw notRead(definition, `json: cannot unmarshal ${jsonTypeOf(raw)} into Go value of type ${TYPE_META_STRUCT}`);
  }
  const sent = raw as { readonly kind?: unknown; readonly apiVersion?: unknown };
  const kind = textOf(definition, 'kind', sent.kind) || definition.gvk.kind;
  const apiVersion = textOf(definition, 'apiVersion', sent.apiVersion) || definition.apiVersion;
  if (kind === definition.gvk.kind && apiVersion === definition.apiVersion) return { kind, apiVersion };
  throw otherKind(definition, { kind: bounded(kind), apiVersion: bounded(apiVersion) });
}

/** A decode error with the kind and version of the body: `Pod in version "v1" cannot be handled as a Pod: ...`. */
export function decodeError(
  definition: ResourceDefinition,
  why: string,
  { kind, apiVersion }: SentKind = { kind: definition.gvk.kind, apiVersion: definition.apiVersion },
): ApiError {
  return ApiError.badRequest(
    `${kind} in version ${JSON.stringify(versionOf(apiVersion))} cannot be handled as a ${definition.gvk.kind}: ${why}`,
  );
}

function otherKind(definition: ResourceDefinition, sent: SentKind): ApiError {
  const { kind, apiVersion } = sent;
  if (apiVersion.split('/').length > 2) {
    return unrecognized(definition, `unexpected GroupVersion string: ${apiVersion}`);
  }
  if (!definition.isRegistered(apiVersion, kind)) {
    const why = `no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion)} in scheme ${JSON.stringify(SCHEME)}`;
    return decodeError(definition, why, sent);
  }
  if (kind === definition.gvk.kind) {
    return ApiError.badRequest(
      `the API version in the data (${apiVersion}) does not match the expected API version (${definition.apiVersion})`,
    );
  }
  const [group] = definition.schemaName.split('.');
  const types = `(${versionOf(apiVersion)}.${kind}) to (${group}.${definition.gvk.kind})`;
  return decodeError(definition, `converting ${types}: unknown conversion`, sent);
}

const versionOf = (apiVersion: string): string => apiVersion.slice(apiVersion.indexOf('/') + 1);

/** Bounds the text, so that the response stays small. */
const bounded = (text: string): string => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN - 3)}...` : text);

function textOf(definition: ResourceDefinition, field: string, value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return '';
  throw notRead(
    definition,
    `json: cannot unmarshal ${jsonTypeOf(value)} into Go struct field .${field} of type string`,
  );
}

const notRead = (definition: ResourceDefinition, why: string): ApiError =>
  unrecognized(definition, `couldn't get version/kind; json parse error: ${why}`);

const unrecognized = ({ gvk }: ResourceDefinition, why: string): ApiError =>
  ApiError.badRequest(`the object provided is unrecognized (must be of type ${gvk.kind}): ${why}`);
