import { once } from 'node:events';
import { connect, isIP, isIPv6, type Socket } from 'node:net';
import { errorMessage } from '@orch/apimachinery';
import { TransportError } from '../errors/transport-error.js';

const DEFAULT_PORT = 1080;
const VERSION = 5;
const NO_AUTHENTICATION = 0;
const USER_AND_PASSWORD = 2;
const CONNECT = 1;
const IPV4 = 1;
const DOMAIN = 3;
const IPV6 = 4;

/** Replies of RFC 1928, section 6. */
const REPLIES: readonly string[] = [
  'succeeded',
  'general failure',
  'not allowed',
  'network unreachable',
  'host unreachable',
  'connection refused',
  'TTL expired',
  'command not supported',
  'address type not supported',
];

/**
 * Connects to a host through a SOCKS5 proxy (RFC 1928, RFC 1929), which resolves its name.
 * @param proxy `socks5://[user:password@]host[:port]`.
 * @param limitMs for the whole of it.
 * @throws TransportError Unreachable.
 */
export async function connectThroughSocks5(proxy: URL, host: string, port: number, limitMs: number): Promise<Socket> {
  const socket = connect({ host: unbracketed(proxy.hostname), port: Number(proxy.port) || DEFAULT_PORT });
  const closed = new AbortController();
  const onClose = (): void => closed.abort(new Error('it closed the connection'));
  socket.once('close', onClose);
  const signal = AbortSignal.any([AbortSignal.timeout(limitMs), closed.signal]);
  try {
    await once(socket, 'connect', { signal });
    await authenticate(socket, proxy, signal);
    await requestConnection(socket, unbracketed(host), port, signal);
    socket.off('close', onClose);
    return socket;
  } catch (error) {
    socket.on('error', () => undefined).destroy();
    const why = errorMessage(signal.aborted ? signal.reason : error);
    throw new TransportError(
      'Unreachable',
      `the proxy socks5://${proxy.host} gives no connection to ${host}:${port} (${why})`,
      {
        cause: error,
      },
    );
  }
}

async function authenticate(socket: Socket, proxy: URL, signal: AbortSignal): Promise<void> {
  const [user, password] = [proxy.username, proxy.password].map((text) => Buffer.from(decodeURIComponent(text)));
  const methods = user!.length > 0 ? [NO_AUTHENTICATION, USER_AND_PASSWORD] : [NO_AUTHENTICATION];
  socket.write(Buffer.from([VERSION, methods.length, ...methods]));
  const [version, method] = await bytes(socket, 2, signal);
  if (version !== VERSION) throw new Error('it does not speak SOCKS5');
  if (method === NO_AUTHENTICATION) return;
  if (method !== USER_AND_PASSWORD || user!.length === 0) throw new Error('it wants another authentication');
  if (user!.length > 255 || password!.length > 255) throw new Error('user or password is longer than 255 bytes');
  socket.write(Buffer.from([1, user!.length, ...user!, password!.length, ...password!]));
  const [, status] = await bytes(socket, 2, signal);
  if (status !== 0) throw new Error('it refuses the user or the password');
}

async function requestConnection(socket: Socket, host: string, port: number, signal: AbortSignal): Promise<void> {
  const address = addressOf(host);
  socket.write(Buffer.from([VERSION, CONNECT, 0, ...address, port >> 8, port & 0xff]));
  const [version, reply = 1, , type] = await bytes(socket, 4, signal);
  if (version !== VERSION) throw new Error('it does not speak SOCKS5');
  if (reply !== 0) throw new Error(REPLIES[reply] ?? `reply ${reply}`);
  // The address from which it connects, and the port.
  const length = type === IPV4 ? 4 : type === IPV6 ? 16 : (await bytes(socket, 1, signal))[0]!;
  await bytes(socket, length + 2, signal);
}

function addressOf(host: string): readonly number[] {
  if (isIPv6(host)) return [IPV6, ...ipv6Bytes(host)];
  if (isIP(host) !== 0) return [IPV4, ...host.split('.').map(Number)];
  const name = Buffer.from(host);
  if (name.length > 255) throw new Error('the name of the host is longer than 255 bytes');
  return [DOMAIN, name.length, ...name];
}

/** @param address as URLs have it: without an IPv4 part. */
function ipv6Bytes(address: string): number[] {
  const [head = '', tail] = address.split('::');
  const groups = (text: string | undefined): number[] =>
    text ? text.split(':').map((group) => parseInt(group, 16)) : [];
  const [first, last] = [groups(head), groups(tail)];
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => 0);
  return [...first, ...zeros, ...last].flatMap((group) => [group >> 8, group & 0xff]);
}

/** Exactly this number of bytes: what follows belongs to the connection behind the proxy. */
async function bytes(socket: Socket, count: number, signal: AbortSignal): Promise<Uint8Array> {
  for (;;) {
    const chunk = socket.read(count) as Buffer | null;
    if (chunk?.length === count) return chunk;
    signal.throwIfAborted();
    if (socket.readableEnded || chunk) throw new Error('it closed the connection');
    await once(socket, 'readable', { signal });
  }
}

const unbracketed = (host: string): string => host.replace(/^\[|\]$/g, '');
