import { closeSync, openSync, readFileSync, readSync, rmSync, statSync, truncateSync, writeSync } from 'node:fs';
import type { Dice } from '../consistency/dice.js';

const PAGE_BYTES = 4_096;

/** Damages one file. Says what was done. */
export type FileDamage = (file: string, dice: Dice) => string;

/** What disks, memory, and people do to files. */
export const fileDamages: Readonly<Record<string, FileDamage>> = {
  'bit flip': (file, dice) => {
    const at = Math.min(pageOf(file, dice) * PAGE_BYTES + dice.between(0, PAGE_BYTES), statSync(file).size - 1);
    const bit = dice.between(0, 8);
    change(file, at, 1, (bytes) => (bytes[0]! ^= 1 << bit));
    return `bit ${bit} of byte ${at}`;
  },
  'zeroed page': (file, dice) => {
    const page = pageOf(file, dice);
    change(file, page * PAGE_BYTES, PAGE_BYTES, (bytes) => bytes.fill(0));
    return `page ${page} zeroed`;
  },
  'random page': (file, dice) => {
    const page = pageOf(file, dice);
    change(file, page * PAGE_BYTES, PAGE_BYTES, (bytes) => bytes.forEach((_, n) => (bytes[n] = dice.between(0, 256))));
    return `page ${page} random`;
  },
  truncated: (file, dice) => {
    const size = dice.chance(0.5) ? pageOf(file, dice) * PAGE_BYTES : dice.between(1, statSync(file).size);
    truncateSync(file, size);
    return `cut off at ${size}`;
  },
  missing: (file) => {
    rmSync(file);
    return 'removed';
  },
  '0 bytes': (file) => {
    truncateSync(file, 0);
    return 'emptied';
  },
};

/** A page of the file that holds anything: files are allocated ahead of their use. */
function pageOf(file: string, dice: Dice): number {
  const bytes = readFileSync(file);
  const used: number[] = [];
  for (let page = 0; page * PAGE_BYTES < bytes.length; page++)
    if (bytes.subarray(page * PAGE_BYTES, (page + 1) * PAGE_BYTES).some((byte) => byte !== 0)) used.push(page);
  return dice.pick(used);
}

function change(file: string, at: number, length: number, edit: (bytes: Buffer) => void): void {
  const handle = openSync(file, 'r+');
  try {
    const bytes = Buffer.alloc(length);
    const read = readSync(handle, bytes, 0, length, at);
    edit(bytes);
    writeSync(handle, bytes, 0, read, at);
  } finally {
    closeSync(handle);
  }
}
