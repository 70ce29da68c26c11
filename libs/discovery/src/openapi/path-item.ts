/** What stands at one path of a document: its operations by method, and the parameters they share. */
export type PathItem = Record<string, unknown>;
