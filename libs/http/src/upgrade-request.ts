import type { IncomingMessage } from 'node:http';

/** The fields of a message that request another protocol. */
type Message = Pick<IncomingMessage, 'headers' | 'httpVersionMajor'>;

/** Whether the request is an upgrade: Node has then detached it from its parser. HTTP/2 has no upgrades. */
export const isUpgradeRequest = ({ headers, httpVersionMajor }: Message): boolean =>
  httpVersionMajor === 1 &&
  headers.upgrade !== undefined &&
  (headers.connection ?? '').split(',').some((option) => option.trim().toLowerCase() === 'upgrade');

/** Whether the requested protocol is WebSocket. */
export const isWebSocketRequest = (message: Message): boolean =>
  message.headers.upgrade?.toLowerCase() === 'websocket' && isUpgradeRequest(message);
