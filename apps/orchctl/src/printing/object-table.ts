import { humanAge, parseTimeMs } from '@orch/apimachinery';
import type { HasMetadata } from '@orch/client';
import type { ServerTable } from './server-table.js';

/** The table of objects whose server knows no tables: name and age. */
export function tableOfObjects(objects: readonly HasMetadata[], nowMs: number): ServerTable {
  return {
    kind: 'Table',
    columnDefinitions: [{ name: 'Name' }, { name: 'Age' }],
    rows: objects.map((object) => ({
      cells: [object.metadata.name ?? '', age(object.metadata.creationTimestamp, nowMs)],
      object: { metadata: object.metadata },
    })),
  };
}

export function age(timestamp: string | undefined, nowMs: number): string {
  const created = timestamp === undefined ? undefined : parseTimeMs(timestamp);
  return humanAge(created === undefined ? undefined : nowMs - created);
}
