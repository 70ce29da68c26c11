/** Separator of the parts of a storage key, as it is and escaped in JSON. */
const SEPARATORS = /(?:\\u0000|\0)+/g;

/** A storage key, or a text with one, in readable form: `deployments.apps/namespace/name`. */
export const readable = (text: string): string => text.replace(SEPARATORS, '/');
