import { ApiError, FieldPath, fieldError, parseInteger, timeParseError, type FieldError } from '@orch/apimachinery';

/** Options of a log with the smallest value that they may have. */
const LEAST = { tailLines: 0, limitBytes: 1, sinceSeconds: 1 } as const;
type Limit = keyof typeof LEAST;

/**
 * Checks the options of a request for the log of a pod, whether there is such a pod or not.
 * @param takesStream whether one of the streams of a container may be asked for.
 * @throws ApiError BadRequest for what is not a number or a time, Invalid for values out of range and options that exclude each other.
 */
export function checkLogOptions(name: string, query: URLSearchParams, takesStream: boolean): void {
  const numbers = new Map(
    (Object.keys(LEAST) as Limit[]).flatMap((limit) => {
      const text = query.get(limit);
      return text === null ? [] : [[limit, parseInteger(text)] as const];
    }),
  );
  const sinceTime = query.get('sinceTime') ?? '';
  const fault = sinceTime === '' ? undefined : timeParseError(sinceTime, false);
  if (fault !== undefined) throw ApiError.badRequest(fault);

  const limited = (limit: Limit): FieldError[] => {
    const value = numbers.get(limit);
    if (value === undefined || value >= LEAST[limit]) return [];
    const least = LEAST[limit] === 0 ? 'greater than or equal to 0' : 'greater than 0';
    return [fieldError.invalid(FieldPath.of(limit), value, `must be ${least}`)];
  };
  const isTwofold = sinceTime !== '' && numbers.has('sinceSeconds');
  const errors = [
    ...limited('tailLines'),
    ...limited('limitBytes'),
    ...(isTwofold
      ? [fieldError.forbidden(FieldPath.whole, 'at most one of `sinceTime` or `sinceSeconds` may be specified')]
      : limited('sinceSeconds')),
    ...(query.has('stream') && !takesStream
      ? [fieldError.forbidden(FieldPath.of('stream'), 'may not be specified')]
      : []),
  ];
  if (errors.length > 0) throw ApiError.invalid({ group: '', kind: 'PodLogOptions', name }, errors);
}
