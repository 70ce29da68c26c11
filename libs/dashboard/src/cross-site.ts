import type { IncomingHttpHeaders } from 'node:http';
import { ApiError, isOwnOrigin } from '@orch/apimachinery';

/**
 * Refuses a request that another site made a browser send. Programs send neither `Sec-Fetch-Site` nor `Origin`.
 * @throws ApiError Forbidden; UnsupportedMediaType unless the body is declared as JSON, which no form and no simple request can do.
 */
export function refuseCrossSite(headers: IncomingHttpHeaders): void {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') throw fromElsewhere();
  const { origin } = headers;
  if (origin !== undefined && !isOwnOrigin(origin, headers)) throw fromElsewhere();
  const type = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== 'application/json') throw ApiError.unsupportedMediaType(['application/json']);
}

const fromElsewhere = (): ApiError =>
  new ApiError('Forbidden', 'requests of the dashboard must come from its own page');
