import { deleteOptionsCodec } from '@orch/api';
import {
  ApiError,
  FieldPath,
  fieldError,
  jsonTypeOf,
  parseInteger,
  unknownKind,
  type FieldError,
} from '@orch/apimachinery';
import type { DeleteRequest } from '@orch/registry';
import type { Vocabulary } from '@orch/vocabulary';
import {
  type RequestContext,
  CBOR_TYPE,
  JSON_TYPE,
  PROTOBUF_TYPES,
  YAML_TYPE,
  mediaTypeOf,
  readFlag,
} from '@orch/http';
import { checkDryRun, dryRunValues } from '../query/option-parameters.js';
import {
  decodeBody,
  decodeCborBody,
  decodeJsonBody,
  decodeProtobufBody,
  decodeYamlBody,
  type BodyDecoder,
} from './decode-body.js';

const KIND = 'DeleteOptions';
const POLICIES: readonly string[] = ['Foreground', 'Background', 'Orphan'];

/** Delete options, from body or query (C-224). In the query of one object, `uid` and `resourceVersion` are preconditions, too. */
export interface DeleteOptions extends DeleteRequest {
  readonly dryRun: boolean;
  /** `orphanDependents: false` was sent: a deletion that does not complete at once is 202 (C-247). */
  readonly asksForCascade: boolean;
}

/** @throws ApiError BadRequest for a malformed body or another kind (C-228), Invalid for unknown values (C-225). */
export async function readDeleteOptions(context: RequestContext, vocabulary: Vocabulary): Promise<DeleteOptions> {
  const bytes = await context.readBody();
  const body = bytes.length > 0 ? await decode(context, vocabulary) : {};
  const options = deleteOptionsOf(body, context.query, vocabulary);
  // For a collection, `resourceVersion` selects the objects.
  return context.info.name === '' ? options : withPreconditionsOf(context.query, options);
}

const withPreconditionsOf = (query: URLSearchParams, options: DeleteOptions): DeleteOptions => ({
  ...options,
  uid: options.uid ?? (query.get('uid') || undefined),
  resourceVersion: options.resourceVersion ?? (query.get('resourceVersion') || undefined),
});

/** The same from a decoded body. @throws as `readDeleteOptions`. */
export function deleteOptionsOf(
  body: Readonly<Record<string, unknown>>,
  query: URLSearchParams,
  { answers, groups }: Vocabulary,
): DeleteOptions {
  const dryRun = [...dryRunValues(query, answers), ...list(body['dryRun'], 'dryRun')];
  const policy =
    text(body['propagationPolicy'], 'propagationPolicy', 'v1.DeletionPropagation') ??
    query.get('propagationPolicy') ??
    undefined;
  const orphan = flag(body['orphanDependents'], 'orphanDependents') ?? readFlag(query, 'orphanDependents');
  const errors: FieldError[] = [];
  if (policy !== undefined && orphan !== undefined) {
    errors.push(
      fieldError.invalid(
        FieldPath.of('propagationPolicy'),
        policy,
        'orphanDependents and deletionPropagation cannot be both set',
      ),
    );
  }
  if (policy !== undefined && !POLICIES.includes(policy)) {
    const path = FieldPath.of('propagationPolicy');
    errors.push(fieldError.notSupported(path, policy, [...POLICIES, 'nil']));
  }
  errors.push(...checkDryRun(dryRun));
  if (errors.length > 0) throw ApiError.invalid({ group: groups.meta, kind: KIND }, errors);
  const preconditions = record(body['preconditions'], 'preconditions', 'v1.Preconditions') ?? {};
  return {
    dryRun: dryRun.length > 0,
    asksForCascade: orphan === false,
    uid: text(preconditions['uid'], 'preconditions.uid', 'types.UID', 'Preconditions'),
    resourceVersion: text(preconditions['resourceVersion'], 'preconditions.resourceVersion', 'string', 'Preconditions'),
    gracePeriodSeconds: seconds(body['gracePeriodSeconds'], query.get('gracePeriodSeconds')),
    propagationPolicy: (policy ??
      (orphan === undefined ? undefined : orphan ? 'Orphan' : 'Background')) as DeleteRequest['propagationPolicy'],
  };
}

async function decode(context: RequestContext, vocabulary: Vocabulary): Promise<Record<string, unknown>> {
  const { value } = await decodeBody(context, decoderFor(mediaTypeOf(context.headers['content-type']), vocabulary));
  const body = record(value, '', 'v1.DeleteOptions') ?? {};
  const { kind = KIND, apiVersion = 'v1' } = body as { readonly kind?: unknown; readonly apiVersion?: unknown };
  if (kind !== KIND) throw ApiError.badRequest(unknownKind(String(kind), String(apiVersion)));
  return body;
}

function decoderFor(type: string | undefined, { mediaTypes }: Vocabulary): BodyDecoder {
  if (type === undefined || type === JSON_TYPE) return decodeJsonBody;
  if (type === YAML_TYPE) return decodeYamlBody;
  if (PROTOBUF_TYPES.has(type))
    return (bytes, request) => decodeProtobufBody(bytes, request, (body) => deleteOptionsCodec.decode(body));
  const accepted = [JSON_TYPE, YAML_TYPE, mediaTypes.protobuf];
  if (!mediaTypes.offersCbor) throw ApiError.unsupportedMediaType(accepted);
  if (type === CBOR_TYPE) return decodeCborBody;
  throw ApiError.unsupportedMediaType([...accepted, CBOR_TYPE]);
}

/** @param struct the Go struct of the innermost field. */
const wrong = (value: unknown, field: string, type: string, struct = KIND): ApiError => {
  const sent = typeof value === 'number' ? `number${type === 'int64' ? ` ${value}` : ''}` : jsonTypeOf(value);
  const target = field === '' ? 'value' : `struct field ${struct}.${field}`;
  return ApiError.badRequest(`json: cannot unmarshal ${sent} into Go ${target} of type ${type}`);
};

function record(value: unknown, field: string, type: string): Record<string, unknown> | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'object' || Array.isArray(value)) throw wrong(value, field, type);
  return value as Record<string, unknown>;
}

function text(value: unknown, field: string, type = 'string', struct = KIND): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw wrong(value, field, type, struct);
  return value;
}

function flag(value: unknown, field: string): boolean | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'boolean') throw wrong(value, field, 'bool');
  return value;
}

function list(value: unknown, field: string): string[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw wrong(value, field, '[]string');
  return value.map((item) => text(item, field) ?? '');
}

/** A negative grace period is read as 1 (C-229). */
function seconds(sent: unknown, parameter: string | null): number | undefined {
  if (typeof sent !== 'number' && sent !== undefined && sent !== null) throw wrong(sent, 'gracePeriodSeconds', 'int64');
  const number = sent ?? (parameter ? parseInteger(parameter) : undefined);
  if (typeof number !== 'number') return undefined;
  if (!Number.isSafeInteger(number)) throw wrong(number, 'gracePeriodSeconds', 'int64');
  return number < 0 ? 1 : number;
}
