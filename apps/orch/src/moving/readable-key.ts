/** What stands between the parts of a storage key, as it is and as JSON shows it. */
const SEPARATORS = /(?:\\u0000|\0)+/g;

/** A storage key, or a text that holds one, as people read it: `deployments.apps/namespace/name`. */
export const readable = (text: string): string => text.replace(SEPARATORS, '/');
