export { audit, auditUser, type AuditSink } from './audit-filter.js';
export { auditFlags, auditOptions } from './audit-flags.js';
export { shownUri } from './request-origin.js';
export { NO_AUDIT_OPTIONS, type AuditOptions } from './audit-options.js';
export { AuditTrail } from './audit-trail.js';
export { AuditModule, type AuditModuleOptions } from './audit.module.js';
