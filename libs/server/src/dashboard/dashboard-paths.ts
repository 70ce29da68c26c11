const ROOT = '/dashboard';
/** A POST opens a stream. */
export const STREAMS_PATH = '/dashboard/streams';

/** Whether a request is one of the dashboard. @param path decoded, without query. */
export const isDashboardPath = (path: string): boolean => isBelow(ROOT, path);

/** Whether a request of the dashboard is one of streams of watches: these need a user, all others are for everyone. */
export const isStreamPath = (path: string): boolean => isBelow(STREAMS_PATH, path);

/** HOT PATH (bench: get): most paths differ from `root` in their second character. */
const isBelow = (root: string, path: string): boolean =>
  path.startsWith(root) && (path.length === root.length || path[root.length] === '/');
