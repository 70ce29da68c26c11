import { readTextSync } from '@orch/process';
import type { Vocabulary } from '@orch/vocabulary';
import type { Authorizer } from '@orch/http';
import type { RuleResolver } from '../user-rules.js';
import { abacAuthorizer } from './abac-authorizer.js';
import { parsePolicyFile } from './parse-policy-file.js';

/**
 * Mode ABAC: the policies of a file, read once.
 * @throws PolicyFileError; errors of the file system.
 */
export const configuredAbacAuthorizer = (policyFile: string, vocabulary: Vocabulary): Authorizer & RuleResolver =>
  abacAuthorizer(parsePolicyFile(readTextSync(policyFile), policyFile, vocabulary));
