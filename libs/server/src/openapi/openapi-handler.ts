import type { ResourceDefinition } from '@orch/api';
import type { Vocabulary } from '@orch/vocabulary';
import type { PathHandler } from '../http/dispatcher.js';

export function openApiHandler(_d: readonly ResourceDefinition[], _v: Vocabulary, _minor: number): PathHandler {
  return () => false;
}
