import { ApiError, FieldPath, fieldError, type FieldError } from '@orch/apimachinery';

/** The options of a list or watch whose combination is restricted. Absent and empty are the same. */
export interface ListOptions {
  readonly resourceVersion?: string | undefined;
  readonly resourceVersionMatch?: string | undefined;
  readonly continue?: string | undefined;
  /** Undefined: not given. */
  readonly sendInitialEvents?: boolean | undefined;
}

const MATCH = FieldPath.of('resourceVersionMatch');
const MATCH_OF_PAGES = 'resourceVersionMatch is forbidden when continue is provided';
const INITIAL_EVENTS = FieldPath.of('sendInitialEvents');

/** Rules of a list (C-046, C-125..C-128). @throws ApiError Invalid with all errors. */
export function checkListOptions(options: ListOptions, metaGroup: string): void {
  const { resourceVersion, resourceVersionMatch: match, sendInitialEvents } = options;
  const errors: FieldError[] = [];
  if (match) {
    if (!resourceVersion)
      errors.push(fieldError.forbidden(MATCH, 'resourceVersionMatch is forbidden unless resourceVersion is provided'));
    if (options.continue) errors.push(fieldError.forbidden(MATCH, MATCH_OF_PAGES));
    if (match !== 'Exact' && match !== 'NotOlderThan')
      errors.push(fieldError.notSupported(MATCH, match, ['Exact', 'NotOlderThan', '']));
    if (match === 'Exact' && resourceVersion === '0')
      errors.push(fieldError.forbidden(MATCH, 'resourceVersionMatch "exact" is forbidden for resourceVersion "0"'));
  }
  if (sendInitialEvents !== undefined)
    errors.push(fieldError.forbidden(INITIAL_EVENTS, 'sendInitialEvents is forbidden for list'));
  refuse(errors, metaGroup);
}

/**
 * Rules of a watch (C-045, C-048, C-049).
 * @param servesInitialEvents whether the feature is on; clients list instead.
 * @throws ApiError Invalid with all errors.
 */
export function checkWatchOptions(options: ListOptions, metaGroup: string, servesInitialEvents: boolean): void {
  const { resourceVersionMatch: match, sendInitialEvents } = options;
  const errors: FieldError[] = [];
  if (sendInitialEvents !== undefined) {
    if (match !== 'NotOlderThan')
      errors.push(
        fieldError.forbidden(MATCH, 'sendInitialEvents requires setting resourceVersionMatch to NotOlderThan'),
      );
    if (!servesInitialEvents)
      errors.push(
        fieldError.forbidden(
          INITIAL_EVENTS,
          'sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled',
        ),
      );
  }
  if (match) {
    if (sendInitialEvents === undefined)
      errors.push(
        fieldError.forbidden(MATCH, 'resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided'),
      );
    if (match !== 'NotOlderThan') errors.push(fieldError.notSupported(MATCH, match, ['NotOlderThan']));
    if (options.continue) errors.push(fieldError.forbidden(MATCH, MATCH_OF_PAGES));
  }
  refuse(errors, metaGroup);
}

function refuse(errors: readonly FieldError[], metaGroup: string): void {
  if (errors.length > 0) throw ApiError.invalid({ group: metaGroup, kind: 'ListOptions' }, errors);
}
