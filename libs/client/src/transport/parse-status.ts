import {
  ApiError,
  isPlainObject,
  readStatusDetails,
  STATUS_CODES,
  type Status,
  type StatusReason,
} from '@orch/apimachinery';

/** Maximum length of a body without a Status that a message quotes. */
const PLAIN_TEXT_CHARS = 512;

/** Maximum length of the message of a Status, which ends up in logs: an event of a watch may have megabytes. */
const MESSAGE_CHARS = 65_536;

/** A Status as it was sent: any JSON. */
export type SentStatus = Readonly<Partial<Record<keyof Status, unknown>>>;

/** The error of a response with a failure code: from the Status in the body, else from its text. */
export function errorFromAnswer(httpCode: number, body: string, retryAfterSeconds?: number): ApiError {
  const status = parseStatus(body);
  if (status) return errorFromStatus(status, httpCode, retryAfterSeconds);
  const text = body
    .trim()
    .slice(0, PLAIN_TEXT_CHARS)
    .split('\n')
    .map((line) => line.trim())
    .join(' ');
  const options = retryAfterSeconds === undefined ? {} : { details: { retryAfterSeconds } };
  return new ApiError(reasonOfCode(httpCode), text === '' ? `the server answered ${httpCode}` : text, options);
}

/**
 * A Status as error; `httpCode` counts where the Status has no known reason. Fields of other types than those of a Status are left out: another
 * server than that of this API may have written it.
 */
export function errorFromStatus(status: SentStatus, httpCode?: number, retryAfterSeconds?: number): ApiError {
  const code = Number.isInteger(status.code) ? (status.code as number) : (httpCode ?? 500);
  const reason = isReason(status.reason) ? status.reason : reasonOfCode(code);
  const sent = readStatusDetails(status.details);
  const details =
    retryAfterSeconds === undefined || sent?.retryAfterSeconds !== undefined ? sent : { ...sent, retryAfterSeconds };
  const message =
    typeof status.message === 'string' ? status.message.slice(0, MESSAGE_CHARS) : `the server answered ${code}`;
  return new ApiError(reason, message, {
    ...(details ? { details } : {}),
    ...(isPlainObject(status.metadata) ? { metadata: status.metadata } : {}),
  });
}

/** Seconds of a numeric `Retry-After` header; undefined for anything else. */
export function parseRetryAfter(value: string | undefined): number | undefined {
  if (value === undefined || value === '') return undefined;
  const seconds = Number(value);
  return Number.isInteger(seconds) && seconds >= 0 ? seconds : undefined;
}

function parseStatus(body: string): SentStatus | undefined {
  if (!body.startsWith('{')) return undefined;
  try {
    const value = JSON.parse(body) as SentStatus;
    return value.kind === 'Status' ? value : undefined;
  } catch (err) {
    // A proxy's page that begins like JSON is shown as text.
    if (err instanceof SyntaxError) return undefined;
    throw err;
  }
}

const isReason = (reason: unknown): reason is StatusReason =>
  typeof reason === 'string' && Object.hasOwn(STATUS_CODES, reason);

function reasonOfCode(code: number): StatusReason {
  switch (code) {
    case 401:
      return 'Unauthorized';
    case 403:
      return 'Forbidden';
    case 404:
      return 'NotFound';
    case 405:
      return 'MethodNotAllowed';
    case 406:
      return 'NotAcceptable';
    case 409:
      return 'Conflict';
    case 410:
      return 'Gone';
    case 413:
      return 'RequestEntityTooLarge';
    case 415:
      return 'UnsupportedMediaType';
    case 422:
      return 'Invalid';
    case 429:
      return 'TooManyRequests';
    case 503:
      return 'ServiceUnavailable';
    case 504:
      return 'Timeout';
    default:
      return code >= 500 ? 'InternalError' : 'BadRequest';
  }
}
