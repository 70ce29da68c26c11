import type { StoredObject } from '../object-store.js';

/** Columns of every table: name, number of data keys, and the uid in wide output. */
const COLUMNS = [{ name: 'Name' }, { name: 'Data' }, { name: 'Uid', priority: 1 }];

/** A Table of objects. @param wholeObjects rows contain the objects, not their metadata only. */
export function tableOf(objects: readonly StoredObject[], metadata: object, wholeObjects: boolean): object {
  return {
    kind: 'Table',
    metadata,
    columnDefinitions: COLUMNS,
    rows: objects.map((object) => ({
      cells: [
        object.metadata.name,
        Object.keys((object['data'] as object | undefined) ?? {}).length,
        object.metadata.uid,
      ],
      object: wholeObjects ? object : { metadata: object.metadata },
    })),
  };
}

/** The table of a watch event; only the first event of a watch has column definitions. */
export function eventTable(object: StoredObject, isFirst: boolean): object {
  return { ...tableOf([object], {}, false), ...(isFirst ? {} : { columnDefinitions: [] }) };
}
