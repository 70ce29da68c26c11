import { Inject, Injectable } from '@nestjs/common';
import { audit, AuditTrail, auditUser } from '@orch/audit';
import { authenticate, Authenticators } from '@orch/authentication';
import { authorize, impersonate } from '@orch/authorization';
import { RequestLimits } from '@orch/flow-control';
import { Authorizer, Drain, type Filter } from '@orch/http';
import { Registry } from '@orch/registry';
import { Contributions } from '../context/contributions.js';
import { ServerContext } from '../context/server-context.js';
import { DashboardRequests } from '../dashboard/dashboard-requests.js';
import { RequestMetrics } from '../metrics/request-metrics.js';
import { deadline } from './deadline.js';
import { consistentRead } from './consistent-read.js';
import { noticeFirstRequests } from './first-request.js';
import { beginPhase, endPhase } from './measure-access.js';
import { observe } from './observe.js';
import { recover } from './recover.js';
import { refuseOtherSites } from './refuse-other-sites.js';
import { RequestTracing } from '../tracing/request-tracing.js';
import { traceHandler, traceRequest } from '../tracing/trace-request.js';
import { requestInfo } from './request-info.js';

/** The filters of every request. */
@Injectable()
export class FilterChain {
  /** First to last. The order is policy: each filter that depends on it has a comment. */
  readonly filters: readonly Filter[];

  constructor(
    { log, options, vocabulary, features }: ServerContext,
    drain: Drain,
    metrics: RequestMetrics,
    /** Undefined: audit is disabled, and its filters are left out. */
    @Inject(AuditTrail) trail: AuditTrail | undefined,
    registry: Registry,
    authenticators: Authenticators,
    authorizer: Authorizer,
    limits: RequestLimits,
    contributions: Contributions,
    { tracing }: RequestTracing,
    dashboard: DashboardRequests,
  ) {
    this.filters = [
      recover(log, vocabulary), // outermost: any error thrown below becomes one answer
      requestInfo(), // all later filters and log lines need verb and resource
      observe(metrics), // counts refusals too: before every filter that refuses
      drain.filter, // refuses new requests while stopping
      deadline(options.requestTimeoutMs), // before authentication, to limit slow token services too; watches are exempt
      // Before authentication: the page and its login are for everyone. Before audit: they change nothing, and bodies of logins are secret.
      ...(options.dashboard ? [dashboard.publicFilter] : []),
      ...(trail ? [audit(trail)] : []), // before authentication: rejected credentials are recorded too
      refuseOtherSites(), // before authentication: a browser adds a client certificate by itself. After audit, which records attempts
      // Before authentication: tokens, roles and namespaces are read from memory, too. After deadline and audit: it may
      // take long, and fail.
      ...(registry.isShared ? [consistentRead(registry)] : []),
      beginPhase,
      authenticate(authenticators.all),
      endPhase((request, ms) => metrics.access.authenticated(request, ms)),
      noticeFirstRequests(vocabulary.namespaces.system), // few direct connections are of others than administrators
      ...(tracing ? [traceRequest(tracing)] : []), // after authenticate: only trusted users continue their own traces
      ...(trail ? [auditUser(trail)] : []), // before impersonate: policies match the authenticated user
      impersonate(authorizer, vocabulary, limits.filter), // between authenticate (real user) and authorize (impersonated user)
      limits.filter, // after the user is known: administrators are exempt. Before authorize, which may take long
      beginPhase,
      authorize(authorizer, features.enabled('AuthorizeWithSelectors')), // only now the body may be read and the existence of objects be revealed (C-276)
      endPhase((_request, ms) => metrics.access.authorized(ms)),
      ...contributions.filters.map(({ filter }) => filter), // filters of an embedding application get authorized requests only
      ...(options.dashboard ? [dashboard.streamFilter] : []), // a stream is opened by an authorized request, each watch in it is another
      ...(tracing ? [traceHandler] : []), // innermost: the time of the handler alone
    ];
  }
}
