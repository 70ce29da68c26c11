const ROOTS: readonly string[] = ['/healthz', '/livez', '/readyz'];

/** Whether the path asks for health: such questions are answered while the server stops, and when it is overloaded. */
export const isHealthPath = (path: string): boolean =>
  ROOTS.some((root) => path.startsWith(root) && (path.length === root.length || path[root.length] === '/'));
