import type { ResourceDefinition } from '@orch/api';
import { ApiError, fieldError, FieldPath, jsonTypeOf, shownKind, unknownKind } from '@orch/apimachinery';

/** Go type into which kind and version are decoded; part of the message. */
const TYPE_META_STRUCT =
  'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';

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
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) throw unreadKind(definition, notAnObject(raw));
  const sent = raw as { readonly kind?: unknown; readonly apiVersion?: unknown; readonly metadata?: unknown };
  if (!definition.struct) return customKindOf(definition, sent);
  const kind = textOf(definition, 'kind', sent.kind) || definition.gvk.kind;
  const apiVersion = coreVersion(textOf(definition, 'apiVersion', sent.apiVersion)) || definition.apiVersion;
  if (kind === definition.gvk.kind && apiVersion === definition.apiVersion) return { kind, apiVersion };
  throw otherKind(definition, { kind: shownKind(kind), apiVersion: shownKind(apiVersion) });
}

/** `/v1` is version `v1` of the core group, whose name is empty: clients join group and version. */
const coreVersion = (apiVersion: string): string => apiVersion.replace(/^\/(?=[^/]*$)/, '');

/** Bytes of a body in a message. */
const MOST_SHOWN = 1_024;
const KIND = FieldPath.of('kind');

/** Bodies of custom kinds have both; another kind is invalid. */
function customKindOf(
  definition: ResourceDefinition,
  sent: { readonly kind?: unknown; readonly apiVersion?: unknown; readonly metadata?: unknown },
): SentKind {
  const kind = textOf(definition, 'kind', sent.kind);
  const apiVersion = textOf(definition, 'apiVersion', sent.apiVersion);
  if (kind === '') {
    const body = JSON.stringify(sent);
    const shown = body.length > MOST_SHOWN ? `${body.slice(0, MOST_SHOWN)} ...` : body;
    throw unreadKind(definition, `Object 'Kind' is missing in '${shown}'`);
  }
  if (apiVersion !== definition.apiVersion) throw otherVersion(definition, apiVersion);
  if (kind === definition.gvk.kind) return { kind, apiVersion };
  const { name } = (sent.metadata ?? {}) as { readonly name?: unknown };
  const target = { group: definition.gvk.group, kind: shownKind(kind), name: typeof name === 'string' ? name : '' };
  throw ApiError.invalid(target, [fieldError.invalid(KIND, kind, `must be ${definition.gvk.kind}`)]);
}

const otherVersion = (definition: ResourceDefinition, sent: string): ApiError =>
  ApiError.badRequest(
    `the API version in the data (${sent}) does not match the expected API version (${definition.apiVersion})`,
  );

/** A decode error with the kind and version of the body: `Pod in version "v1" cannot be handled as a Pod: ...`. */
export function decodeError(
  definition: ResourceDefinition,
  why: string,
  { kind, apiVersion }: SentKind = { kind: definition.gvk.kind, apiVersion: definition.apiVersion },
): UndecodedError {
  return new UndecodedError(
    `${kind} in version ${JSON.stringify(versionOf(apiVersion))} cannot be handled as a ${definition.gvk.kind}: ${why}`,
    why,
  );
}

/** A body that cannot be decoded to its kind: 400. */
export class UndecodedError extends ApiError {
  /** @param why the message without the kind. */
  constructor(
    message: string,
    readonly why: string,
  ) {
    super('BadRequest', message);
  }
}

const unreadKind = (definition: ResourceDefinition, why: string): UndecodedError =>
  new UndecodedError(unrecognizedBody(definition, why).message, why);

function otherKind(definition: ResourceDefinition, sent: SentKind): ApiError {
  const { kind, apiVersion } = sent;
  if (apiVersion.split('/').length > 2) {
    return unreadKind(definition, `unexpected GroupVersion string: ${apiVersion}`);
  }
  if (!definition.isRegistered(apiVersion, kind)) {
    return decodeError(definition, unknownKind(kind, apiVersion), sent);
  }
  if (kind === definition.gvk.kind) {
    return otherVersion(definition, apiVersion);
  }
  const [group] = definition.schemaName.split('.');
  const types = `(${versionOf(apiVersion)}.${kind}) to (${group}.${definition.gvk.kind})`;
  return decodeError(definition, `converting ${types}: unknown conversion`, sent);
}

const versionOf = (apiVersion: string): string => apiVersion.slice(apiVersion.indexOf('/') + 1);

function textOf(definition: ResourceDefinition, field: string, value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return '';
  throw unreadKind(
    definition,
    kindNotRead(`json: cannot unmarshal ${jsonTypeOf(value)} into Go struct field .${field} of type string`),
  );
}

/** Why a body without kind and version is refused. */
export const kindNotRead = (why: string): string => `couldn't get version/kind; json parse error: ${why}`;

export const notAnObject = (value: unknown): string =>
  kindNotRead(`json: cannot unmarshal ${jsonTypeOf(value)} into Go value of type ${TYPE_META_STRUCT}`);

/** A body whose kind cannot be read. */
export const unrecognizedBody = ({ gvk }: ResourceDefinition, why: string): ApiError =>
  ApiError.badRequest(`the object provided is unrecognized (must be of type ${gvk.kind}): ${why}`);
