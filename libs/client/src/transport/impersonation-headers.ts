import type { Impersonation } from '../configuration/client-configuration.js';

/** Impersonation headers of a request. Keys of extra values are percent-encoded. Source: D-113. */
export function impersonationHeaders(as: Impersonation): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = { 'impersonate-user': as.user };
  if (as.uid !== undefined) headers['impersonate-uid'] = as.uid;
  if (as.groups && as.groups.length > 0) headers['impersonate-group'] = [...as.groups];
  for (const [key, values] of Object.entries(as.extra ?? {})) {
    headers[`impersonate-extra-${encodeURIComponent(key).toLowerCase()}`] = [...values];
  }
  return headers;
}
