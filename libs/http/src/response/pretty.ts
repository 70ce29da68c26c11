import type { IncomingHttpHeaders } from 'node:http';

/** Values of `pretty` that are true; all others are false. */
const TRUE: ReadonlySet<string> = new Set(['1', 't', 'T', 'true', 'True', 'TRUE']);

/** Whether to indent: `pretty=true`, or by default for curl and Wget (C-091). Without a value, `pretty` has no effect. */
export function wantsPretty(query: URLSearchParams, headers: IncomingHttpHeaders): boolean {
  const parameter = query.get('pretty');
  if (parameter) return TRUE.has(parameter);
  const agent = headers['user-agent'];
  return agent !== undefined && (agent.startsWith('curl/') || agent.startsWith('Wget/'));
}
