import type { IncomingHttpHeaders } from 'node:http';

/** Whether to indent: `pretty=true`, or by default for curl and Wget (C-091). */
export function wantsPretty(query: URLSearchParams, headers: IncomingHttpHeaders): boolean {
  const parameter = query.get('pretty');
  if (parameter !== null) return parameter !== 'false' && parameter !== '0';
  const agent = headers['user-agent'];
  return agent !== undefined && (agent.startsWith('curl/') || agent.startsWith('Wget/'));
}
