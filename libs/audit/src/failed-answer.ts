import type { ServerRequest } from '@orch/http';
import type { Vocabulary } from '@orch/vocabulary';
import type { AuditEvent } from './audit-event.js';
import type { AuditRule } from './audit-policy.js';
import { EmbeddedJson } from './embedded-json.js';
import type { RecordedBodies } from './recorded-bodies.js';
import { holdsSecrets } from './secret-bodies.js';

/** What decides whether the Status of an error is in an event. */
interface FailedRequest {
  readonly request: ServerRequest;
  readonly rule: AuditRule;
  /** Undefined when the request was rejected before its body was read. */
  readonly bodies: RecordedBodies | undefined;
}

/**
 * The Status of an error as the response object, where no response is recorded: of connections, and of rejected credentials.
 * Empty for requests that hold secrets: it may quote them.
 */
export function failedAnswer(
  { request, rule, bodies }: FailedRequest,
  vocabulary: Vocabulary,
): Pick<AuditEvent, 'responseObject'> {
  const { failure, isLongRunning, info } = request;
  if (holdsSecrets(info, vocabulary) || bodies?.isSecret) return {};
  if (!failure || rule.level !== 'RequestResponse' || (bodies !== undefined && !isLongRunning)) return {};
  return { responseObject: EmbeddedJson.of(Buffer.from(JSON.stringify(failure.status))) };
}
