/** Verbs of a proxy: it hands on every method (C-233). */
export const PROXY_VERBS: readonly string[] = ['create', 'delete', 'get', 'patch', 'update'];
