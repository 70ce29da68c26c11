import type { StatusCause, StatusDetails } from './status.js';

type Fields = Readonly<Record<string, unknown>>;

/** Maximum of a number of seconds: that of a 32-bit integer, as the field is one. */
const MAX_SECONDS = 2 ** 31 - 1;

/**
 * The details of a Status that another server wrote: the known fields that have the right types.
 * @param value any JSON.
 */
export function readStatusDetails(value: unknown): StatusDetails | undefined {
  if (!isFields(value)) return undefined;
  const details: StatusDetails = textsOf(value, ['name', 'group', 'kind', 'uid']);
  const { causes, retryAfterSeconds } = value;
  if (Array.isArray(causes)) details.causes = causes.filter(isFields).map(readCause);
  if (isSeconds(retryAfterSeconds)) details.retryAfterSeconds = retryAfterSeconds;
  return details;
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const readCause = (cause: Fields): StatusCause => textsOf(cause, ['reason', 'message', 'field']);

const isSeconds = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MAX_SECONDS;

function textsOf<F extends string>(value: Fields, fields: readonly F[]): Partial<Record<F, string>> {
  const read: Partial<Record<F, string>> = {};
  for (const field of fields) {
    const text = Object.hasOwn(value, field) ? value[field] : undefined;
    if (typeof text === 'string') read[field] = text;
  }
  return read;
}
