import { crc32 } from 'node:zlib';

const FACT = /^(\d+) ([0-9a-f]{8})$/;

/** A number in the `facts` table, with a checksum of its digits. */
export const encodeFact = (value: number): string => `${value} ${checksum(String(value))}`;

/** Undefined when it is damaged. */
export function decodeFact(text: string): number | undefined {
  const [, digits, sum] = FACT.exec(text) ?? [];
  return digits !== undefined && sum === checksum(digits) ? Number(digits) : undefined;
}

const checksum = (digits: string): string => crc32(digits).toString(16).padStart(8, '0');
