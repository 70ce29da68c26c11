import { statSync } from 'node:fs';

/** Put in by the bundler; nothing else sets it. */
declare const ORCH_BUILD_DATE: string | undefined;

/** Build time, RFC 3339 in seconds: set by the bundler; without a bundle, the modification time of this file. */
export function buildDate(): string {
  if (typeof ORCH_BUILD_DATE === 'string') return ORCH_BUILD_DATE;
  return `${statSync(__filename).mtime.toISOString().slice(0, 19)}Z`;
}
