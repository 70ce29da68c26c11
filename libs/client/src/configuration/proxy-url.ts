const PROTOCOLS: ReadonlySet<string> = new Set(['http:', 'https:', 'socks5:']);

/** Whether a text is the URL of a proxy that clients can use: `http://`, `https://` or `socks5://` with a host (D-127). */
export const isProxyUrl = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return PROTOCOLS.has(protocol) && hostname !== '';
};
