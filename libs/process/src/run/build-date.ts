import { statSync } from 'node:fs';

/** Put in by the bundler; nothing else sets it. */
declare const ORCH_BUILD_DATE: string | undefined;

/** When this build was made, RFC 3339 in seconds: the bundler says it; without a bundle it is the age of this file. */
export function buildDate(): string {
  if (typeof ORCH_BUILD_DATE === 'string') return ORCH_BUILD_DATE;
  return `${statSync(__filename).mtime.toISOString().slice(0, 19)}Z`;
}
