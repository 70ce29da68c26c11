const ROOTS: readonly string[] = ['/healthz', '/livez', '/readyz'];

/** Whether the path is a health check: these are answered while the server stops, and under overload. */
export const isHealthPath = (path: string): boolean =>
  ROOTS.some((root) => path.startsWith(root) && (path.length === root.length || path[root.length] === '/'));
