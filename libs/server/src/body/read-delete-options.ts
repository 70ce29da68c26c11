import { deleteOptionsCodec } from '@orch/api';
import { ApiError, FieldPath, fieldError, type FieldError } from '@orch/apimachinery';
import type { DeleteRequest } from '@orch/registry';
import { type RequestContext, PROTOBUF_TYPES, YAML_TYPE, mediaTypeOf } from '@orch/http';
import { decodeBody, decodeJsonBody, decodeYamlBody, valueBody, type BodyDecoder } from './decode-body.js';

const KIND = 'DeleteOptions';
const POLICIES = ['Orphan', 'Background', 'Foreground'] as const;

/** Delete options, from body or query (C-224). */
export interface DeleteOptions extends DeleteRequest {
  readonly dryRun: boolean;
  /** `orphanDependents: false` was sent: a deletion that does not complete at once is 202 (C-247). */
  readonly asksForCascade: boolean;
}

/** @throws ApiError BadRequest for a malformed body or another kind (C-228), Invalid for unknown values (C-225). */
export async function readDeleteOptions(context: RequestContext, metaGroup: string): Promise<DeleteOptions> {
  const bytes = await context.readBody();
  return deleteOptionsOf(bytes.length > 0 ? await decode(context) : {}, context.query, metaGroup);
}

/** The same from a decoded body. @throws as `readDeleteOptions`. */
export function deleteOptionsOf(
  body: Readonly<Record<string, unknown>>,
  query: URLSearchParams,
  metaGroup: string,
): DeleteOptions {
  const errors: FieldError[] = [];
  const dryRun = [...query.getAll('dryRun').filter((v) => v !== ''), ...list(body['dryRun'], 'dryRun')];
  for (const value of dryRun) {
    if (value !== 'All') errors.push(fieldError.notSupported(FieldPath.of('dryRun'), value, ['All']));
  }
  const policy = text(body['propagationPolicy'], 'propagationPolicy') ?? query.get('propagationPolicy') ?? undefined;
  const orphan = flag(body['orphanDependents'], 'orphanDependents') ?? readQueryFlag(query.get('orphanDependents'));
  if (policy !== undefined && !POLICIES.includes(policy as (typeof POLICIES)[number])) {
    errors.push(fieldError.notSupported(FieldPath.of('propagationPolicy'), policy, POLICIES));
  }
  if (policy !== undefined && orphan !== undefined) {
    errors.push(
      fieldError.invalid(
        FieldPath.of('propagationPolicy'),
        policy,
        'orphanDependents and deletionPropagation cannot be both set',
      ),
    );
  }
  if (errors.length > 0) throw ApiError.invalid({ group: metaGroup, kind: KIND }, errors);
  const preconditions = record(body['preconditions'], 'preconditions') ?? {};
  return {
    dryRun: dryRun.length > 0,
    asksForCascade: orphan === false,
    uid: text(preconditions['uid'], 'preconditions.uid'),
    resourceVersion: text(preconditions['resourceVersion'], 'preconditions.resourceVersion'),
    gracePeriodSeconds: seconds(body['gracePeriodSeconds'] ?? query.get('gracePeriodSeconds')),
    propagationPolicy: (policy ??
      (orphan === undefined ? undefined : orphan ? 'Orphan' : 'Background')) as DeleteRequest['propagationPolicy'],
  };
}

async function decode(context: RequestContext): Promise<Record<string, unknown>> {
  const { value } = await decodeBody(context, decoderFor(mediaTypeOf(context.headers['content-type'])));
  const body = record(value, 'body') ?? {};
  if (body['kind'] !== undefined && body['kind'] !== KIND) {
    throw ApiError.badRequest(`the body of a delete must be of kind ${KIND}, got ${JSON.stringify(body['kind'])}`);
  }
  return body;
}

function decoderFor(type: string | undefined): BodyDecoder {
  if (type === YAML_TYPE) return decodeYamlBody;
  if (type !== undefined && PROTOBUF_TYPES.has(type)) return (bytes) => valueBody(deleteOptionsCodec.decode(bytes));
  return decodeJsonBody;
}

const wrong = (field: string, expected: string): ApiError =>
  ApiError.badRequest(`${KIND}: ${field} must be ${expected}`);

function record(value: unknown, field: string): Record<string, unknown> | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'object' || Array.isArray(value)) throw wrong(field, 'an object');
  return value as Record<string, unknown>;
}

function text(value: unknown, field: string): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw wrong(field, 'a string');
  return value;
}

function flag(value: unknown, field: string): boolean | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'boolean') throw wrong(field, 'true or false');
  return value;
}

const readQueryFlag = (value: string | null): boolean | undefined =>
  value === null ? undefined : value !== 'false' && value !== '0';

function list(value: unknown, field: string): string[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw wrong(field, 'a list of strings');
  return value.map((item) => text(item, field) ?? '');
}

/** A negative grace period is read as 1 (C-229). */
function seconds(value: unknown): number | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  const number = typeof value === 'string' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isSafeInteger(number)) throw wrong('gracePeriodSeconds', 'a whole number');
  return number < 0 ? 1 : number;
}
