import { ApiError } from '@orch/apimachinery';
import type { RequestContext } from '../request/request-context.js';
import { writeText } from './write-answer.js';

/**
 * Answers 404 for a path that is not served. Below `/api` and `/apis` clients expect a Status; elsewhere plain text (C-028, C-290).
 * @param isGroup whether an API group is served; below others the answer is plain text. Default: all are.
 * @throws ApiError NotFound for the Status.
 */
export function unknownPath(context: RequestContext, isGroup: (group: string) => boolean = () => true): void {
  const [, root, group = ''] = context.info.path.split('/');
  if (root === 'api' || (root === 'apis' && isGroup(group))) throw ApiError.noSuchResource();
  writeText(context, 404, '404 page not found\n');
}
