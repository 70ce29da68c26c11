/** Separator of the parts of a storage key, as it is and escaped in JSON. */
const SEPARATORS = /(?:\\u0000|\0)+/g;

/** Formats a storage key, or a text with one, for messages: `deployments.apps/namespace/name`. */
export const readable = (text: string): string => text.replace(SEPARATORS, '/');
