import type { Annotate } from '@orch/registry';
import type { AuditAnnotation, RequestContext } from './request-context.js';

/** Keeps annotations for the audit event of a request. */
export const annotateRequest =
  (context: Pick<RequestContext, 'auditAnnotations'>): Annotate =>
  (key, value, from = 'Metadata') => {
    const annotations = (context.auditAnnotations ??= new Map<string, AuditAnnotation>());
    if (!annotations.has(key)) annotations.set(key, { value, from });
  };
