/** OpenAPI path item: operations by method, and their shared parameters. */
export type PathItem = Record<string, unknown>;
