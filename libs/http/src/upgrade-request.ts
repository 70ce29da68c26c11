import type { IncomingMessage } from 'node:http';

/** What of a message says which protocol is asked for. */
type Message = Pick<IncomingMessage, 'headers' | 'httpVersionMajor'>;

/** Whether another protocol is asked for: Node has then taken the request out of its parser. HTTP/2 has no such requests. */
export const isUpgradeRequest = ({ headers, httpVersionMajor }: Message): boolean =>
  httpVersionMajor === 1 &&
  headers.upgrade !== undefined &&
  (headers.connection ?? '').split(',').some((option) => option.trim().toLowerCase() === 'upgrade');

/** Whether the protocol asked for is WebSocket. */
export const isWebSocketRequest = (message: Message): boolean =>
  message.headers.upgrade?.toLowerCase() === 'websocket' && isUpgradeRequest(message);
