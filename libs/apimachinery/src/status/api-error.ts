import { aggregatedText } from '../errors/aggregated-text.js';
import { answeredErrors, boundedDetails, boundedName, boundedText, boundedTexts } from './bounded-texts.js';
import type { FieldError } from '../field/field-error.js';
import { groupKind, groupResource } from '../meta/group-version.js';
import type { ListMeta } from '../meta/object-meta.js';
import { STATUS_CODES, type Status, type StatusCause, type StatusDetails, type StatusReason } from './status.js';

/** Resource of an error, by its plural. */
export interface ResourceRef {
  readonly group: string;
  readonly resource: string;
  readonly name?: string;
}

/** Kind of a validation error. */
export interface KindRef {
  readonly group: string;
  readonly kind: string;
  readonly name?: string;
}

interface ApiErrorOptions {
  readonly details?: StatusDetails;
  readonly metadata?: ListMeta;
  readonly cause?: unknown;
}

/**
 * An error with an HTTP status: the only errors whose message reaches a client. Anything else is a bug and becomes a 500. Messages are
 * bounded: a client that does not read its responses holds at most some hundred kilobytes with each.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly details: StatusDetails | undefined;
  readonly metadata: ListMeta;

  constructor(
    readonly reason: StatusReason,
    message: string,
    options: ApiErrorOptions = {},
  ) {
    super(boundedText(message), options.cause === undefined ? undefined : { cause: options.cause });
    this.details = options.details && boundedDetails(options.details);
    this.metadata = options.metadata ?? {};
  }

  get code(): number {
    return STATUS_CODES[this.reason];
  }

  toStatus(): Status {
    return {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: this.metadata,
      status: 'Failure',
      message: this.message,
      reason: this.reason,
      ...(this.details ? { details: this.details } : {}),
      code: this.code,
    };
  }

  static badRequest(message: string, cause?: unknown): ApiError {
    return new ApiError('BadRequest', message, { cause });
  }

  static unauthorized(cause?: unknown): ApiError {
    return new ApiError('Unauthorized', 'Unauthorized', { cause });
  }

  /** `why` is the text after `is forbidden: `. */
  static forbidden(ref: ResourceRef, why: string, causes?: StatusCause[]): ApiError {
    const name = ref.name ? ` ${quotedName(ref)}` : '';
    return new ApiError('Forbidden', `${groupResource(ref)}${name} is forbidden: ${why}`, {
      details: { ...resourceDetails(ref), ...(causes ? { causes } : {}) },
    });
  }

  static notFound(ref: ResourceRef, cause?: unknown): ApiError {
    return new ApiError('NotFound', `${groupResource(ref)} ${quotedName(ref)} not found`, {
      details: resourceDetails(ref),
      cause,
    });
  }

  /** An unknown path under a known version (C-028). */
  static noSuchResource(): ApiError {
    return new ApiError('NotFound', 'the server could not find the requested resource', { details: {} });
  }

  static methodNotAllowed(): ApiError {
    return new ApiError('MethodNotAllowed', 'the server does not allow this method on the requested resource', {
      details: {},
    });
  }

  static notAcceptable(accepted: readonly string[]): ApiError {
    return new ApiError('NotAcceptable', `only the following media types are accepted: ${accepted.join(', ')}`);
  }

  /** A media type that the path does not have at all. */
  static noRepresentation(available: readonly string[]): ApiError {
    return new ApiError('NotAcceptable', `406: Not Acceptable\n\nAvailable representations: ${available.join(', ')}`, {
      details: {},
    });
  }

  static unsupportedMediaType(accepted: readonly string[]): ApiError {
    return new ApiError(
      'UnsupportedMediaType',
      `the body of the request was in an unknown format - accepted media types include: ${accepted.join(', ')}`,
    );
  }

  /** The body has a media type that the path does not have at all. */
  static noConsumer(): ApiError {
    return new ApiError('UnsupportedMediaType', '415: Unsupported Media Type', { details: {} });
  }

  static alreadyExists(ref: ResourceRef, cause?: unknown): ApiError {
    return new ApiError('AlreadyExists', `${groupResource(ref)} ${quotedName(ref)} already exists`, {
      details: resourceDetails(ref),
      cause,
    });
  }

  /** `why` defaults to the message of a resourceVersion conflict (C-252). */
  static conflict(
    ref: ResourceRef,
    why = 'the object has been modified; please apply your changes to the latest version and try again',
    causes?: StatusCause[],
  ): ApiError {
    return new ApiError(
      'Conflict',
      `Operation cannot be fulfilled on ${groupResource(ref)} ${quotedName(ref)}: ${why}`,
      {
        details: { ...resourceDetails(ref), ...(causes ? { causes } : {}) },
      },
    );
  }

  static expired(message: string, metadata?: ListMeta): ApiError {
    return new ApiError('Expired', message, metadata ? { metadata } : {});
  }

  static tooLarge(message: string): ApiError {
    return new ApiError('RequestEntityTooLarge', message);
  }

  /** All field errors (C-272), equal ones once in the message; of very many the first ones, and the number of the others. */
  static invalid(ref: KindRef, errors: readonly FieldError[]): ApiError {
    const first = answeredErrors(errors);
    const distinct = new Set(first.map((e) => (e.field === '' ? e.detail : `${e.field}: ${e.detail}`)));
    const texts = boundedTexts([...distinct], errors.length - first.length);
    const list = aggregatedText(texts);
    return new ApiError('Invalid', `${groupKind(ref)} ${quotedName(ref)} is invalid: ${list}`, {
      details: {
        ...(ref.name ? { name: ref.name } : {}),
        ...(ref.group ? { group: ref.group } : {}),
        ...(ref.kind ? { kind: ref.kind } : {}),
        causes: first.map((e) => ({ reason: e.reason, message: e.detail, field: e.field })),
      },
    });
  }

  static tooManyRequests(message: string, retryAfterSeconds: number, causes?: StatusCause[]): ApiError {
    return new ApiError('TooManyRequests', message, { details: { ...(causes ? { causes } : {}), retryAfterSeconds } });
  }

  static internal(message: string, cause?: unknown): ApiError {
    return new ApiError('InternalError', `Internal error occurred: ${message}`, { cause });
  }

  static serviceUnavailable(message: string, retryAfterSeconds: number, cause?: unknown): ApiError {
    return new ApiError('ServiceUnavailable', message, { details: { retryAfterSeconds }, cause });
  }

  static timeout(message: string, retryAfterSeconds: number, causes?: StatusCause[]): ApiError {
    return new ApiError('Timeout', message, { details: { ...(causes ? { causes } : {}), retryAfterSeconds } });
  }
}

const quotedName = ({ name = '' }: { readonly name?: string }): string => `"${boundedName(name)}"`;

const resourceDetails = (ref: ResourceRef): StatusDetails => ({
  ...(ref.name ? { name: ref.name } : {}),
  ...(ref.group ? { group: ref.group } : {}),
  kind: ref.resource,
});
