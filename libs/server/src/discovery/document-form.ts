import { ApiError } from '@orch/apimachinery';
import { JSON_TYPE, YAML_TYPE } from '../resource/body/media-type.js';
import { parseAccept } from '../resource/representation/accept.js';

/** How a document of discovery may be written. It has no form in protobuf, and none under another kind. */
export type DocumentForm = typeof JSON_TYPE | typeof YAML_TYPE;

/** The best wish of an `Accept` header that can be met. @throws ApiError NotAcceptable when none can (C-083). */
export function documentForm(accept: string | undefined): DocumentForm {
  if (accept === undefined || accept === '' || accept === JSON_TYPE || accept === '*/*') return JSON_TYPE;
  for (const { type, parameters } of parseAccept(accept)) {
    if (parameters['as'] !== undefined) continue;
    if (type === JSON_TYPE || type === 'application/*' || type === '*/*') return JSON_TYPE;
    if (type === YAML_TYPE) return YAML_TYPE;
  }
  throw ApiError.notAcceptable([JSON_TYPE, YAML_TYPE]);
}
