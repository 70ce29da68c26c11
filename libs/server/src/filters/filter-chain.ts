import { Inject, Injectable } from '@nestjs/common';
import { audit, AuditTrail, auditUser } from '@orch/audit';
import { authenticate, Authenticators } from '@orch/authentication';
import { authorize, impersonate } from '@orch/authorization';
import { RequestLimits } from '@orch/flow-control';
import { Authorizer, Drain, type Filter } from '@orch/http';
import { Registry } from '@orch/registry';
import { Contributions } from '../context/contributions.js';
import { ServerContext } from '../context/server-context.js';
import { RequestMetrics } from '../metrics/request-metrics.js';
import { deadline } from './deadline.js';
import { fresh } from './fresh.js';
import { observe } from './observe.js';
import { recover } from './recover.js';
import { requestInfo } from './request-info.js';

/** The filters of every request. */
@Injectable()
export class FilterChain {
  /** First to last. The order is policy: a line that must stay where it is says why. */
  readonly filters: readonly Filter[];

  constructor(
    { log, options, vocabulary }: ServerContext,
    drain: Drain,
    metrics: RequestMetrics,
    /** Undefined: nothing is recorded, and no request passes a filter for it. */
    @Inject(AuditTrail) trail: AuditTrail | undefined,
    registry: Registry,
    authenticators: Authenticators,
    authorizer: Authorizer,
    limits: RequestLimits,
    contributions: Contributions,
  ) {
    this.filters = [
      recover(log), //                  outermost: whatever is thrown below becomes one answer
      requestInfo(), //                 every later filter and every log line needs verb and resource
      observe(metrics), //              counts refusals too, so it stands before everything that refuses
      drain.filter, //                  while stopping, nothing new begins
      deadline(options.requestTimeoutMs), // before authentication, so that a slow token service is cut off too; watches are exempt
      ...(trail ? [audit(trail)] : []), // before authentication: refused credentials are recorded as well
      // Before authentication: tokens, roles and namespaces are read from memory, too. After deadline and audit: it may take long, and fail.
      ...(registry.isShared ? [fresh(registry)] : []),
      authenticate(authenticators.all),
      ...(trail ? [auditUser(trail)] : []), // before impersonate: policies are about who really asks
      impersonate(authorizer, vocabulary, limits.filter), // after authenticate (who asks), before authorize (as whom)
      limits.filter, //                 after the user is known: administrators pass. Before authorize, which may take long
      authorize(authorizer), //         only now may the body be read and existence be seen (C-276)
      ...contributions.filters.map(({ filter }) => filter), // those of an embedding application see what is allowed
    ];
  }
}
