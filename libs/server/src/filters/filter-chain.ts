import { type Authenticator, authenticate } from '@orch/authentication';
import type { Authorizer, Drain, Filter } from '@orch/http';
import type { Logger } from '@orch/process';
import type { Vocabulary } from '@orch/vocabulary';
import { audit, type AuditSink, auditUser } from '@orch/audit';
import { authorize, impersonate } from '@orch/authorization';
import { deadline } from './deadline.js';
import { fresh, type Freshness } from './fresh.js';
import { observe, type RequestObserver } from './observe.js';
import { requestInfo } from './request-info.js';
import { recover } from './recover.js';

/** What the filters work with. */
export interface FilterDependencies {
  readonly log: Logger;
  readonly drain: Drain;
  readonly observer: RequestObserver;
  readonly requestTimeoutMs: number;
  /** Undefined: nothing is recorded, and no request passes a filter for it. */
  readonly auditSink: AuditSink | undefined;
  /** Where other servers write the same store. Undefined: memory has everything, and no request passes a filter for it. */
  readonly freshness: Freshness | undefined;
  /** In the order in which they are asked (D-003). */
  readonly authenticators: readonly Authenticator[];
  readonly authorizer: Authorizer;
  readonly vocabulary: Vocabulary;
  /** Who is served when not all can be. */
  readonly limits: Filter;
}

/** The order of filters, first to last. It is policy: a line that must stay where it is says why. */
export const filterChain = (d: FilterDependencies): readonly Filter[] => [
  recover(d.log), //                 outermost: whatever is thrown below becomes one answer
  requestInfo(), //                 every later filter and every log line needs verb and resource
  observe(d.observer), //           counts refusals too, so it stands before everything that refuses
  d.drain.filter, //                while stopping, nothing new begins
  deadline(d.requestTimeoutMs), //  before authentication, so that a slow token service is cut off too; watches are exempt
  ...(d.auditSink ? [audit(d.auditSink)] : []), // before authentication: refused credentials are recorded as well
  // Before authentication: tokens, roles and namespaces are read from memory, too. After deadline and audit: it may take long, and fail.
  ...(d.freshness ? [fresh(d.freshness)] : []),
  authenticate(d.authenticators),
  ...(d.auditSink ? [auditUser(d.auditSink)] : []), // before impersonate: policies are about who really asks
  impersonate(d.authorizer, d.vocabulary, d.limits), // after authenticate (who asks), before authorize (as whom)
  d.limits, //                      after the user is known: administrators pass. Before authorize, which may take long
  authorize(d.authorizer), //       last; only now may the body be read and existence be seen (C-276)
];
