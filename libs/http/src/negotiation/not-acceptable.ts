import { ApiError } from '@orch/apimachinery';
import type { Answers } from '@orch/vocabulary';
import { parseAccept } from './accept.js';
import { JSON_TYPE } from './media-type.js';

/** The 406 for an `Accept` header without any media type that the path has (C-083). */
export const unknownMediaType = ({ unknownMediaType: form }: Answers, available: readonly string[]): ApiError =>
  form === 'representations' ? ApiError.noRepresentation(available) : ApiError.notAcceptable(available);

const JSON_RANGES: ReadonlySet<string> = new Set([JSON_TYPE, 'application/*', '*/*']);

/** For a document that has no other form than JSON. @throws ApiError NotAcceptable. */
export function requireJson(accept: string | undefined, answers: Answers): void {
  if (accept === undefined || accept === '' || accept === JSON_TYPE) return;
  if (!parseAccept(accept).some(({ type }) => JSON_RANGES.has(type))) throw unknownMediaType(answers, [JSON_TYPE]);
}
