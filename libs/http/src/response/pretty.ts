import type { IncomingHttpHeaders } from 'node:http';

/** Whether the reader is a person: `pretty=true`, or a command-line client that did not say otherwise (C-091). */
export function wantsPretty(query: URLSearchParams, headers: IncomingHttpHeaders): boolean {
  const asked = query.get('pretty');
  if (asked !== null) return asked !== 'false' && asked !== '0';
  const agent = headers['user-agent'];
  return agent !== undefined && (agent.startsWith('curl/') || agent.startsWith('Wget/'));
}
