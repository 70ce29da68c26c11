import { isIPv6 } from 'node:net';

/** The address of one server. */
export interface ServerAddress {
  readonly ip: string;
  readonly port: number;
}

/** `IP:PORT`, an IPv6 address in brackets. */
export const addressText = ({ ip, port }: ServerAddress): string => `${isIPv6(ip) ? `[${ip}]` : ip}:${port}`;

/** Undefined for other text. */
export function parseAddress(text: string): ServerAddress | undefined {
  const [, bracketed, plain, port] = /^(?:\[([\da-f:.]{2,45})\]|([\d.]{7,15})):(\d{1,5})$/.exec(text) ?? [];
  const ip = bracketed ?? plain;
  return ip === undefined ? undefined : { ip, port: Number(port) };
}

/** Sorted by family, address and port, so that all servers write the same list. */
export const inOrder = (addresses: readonly ServerAddress[]): ServerAddress[] =>
  [...new Map(addresses.map((address) => [addressText(address), address]))]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, address]) => address);
