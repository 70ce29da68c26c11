import { readFileSync } from 'node:fs';

/** Files and connections that this process may have open. Infinity where the operating system does not say. */
export function openFilesLimit(): number {
  try {
    const text = readFileSync('/proc/self/limits', 'utf8');
    return Number(/^Max open files\s+(\d+)/m.exec(text)?.[1] ?? Infinity);
  } catch {
    return Infinity; // only Linux has the file
  }
}
