import { selectValues, type JsonPath } from '@orch/apimachinery';
import { parseRelaxedPath } from '../json-path/parse-path.js';
import { valueText } from '../json-path/render-template.js';
import { UserError } from '../user-error.js';
import { textTable } from './text-table.js';

interface Column {
  readonly header: string;
  readonly path: JsonPath;
}

/** Reads `HEADER:PATH,HEADER:PATH`. A comma in brackets or quotes belongs to its path. @throws UserError. */
export function parseColumns(text: string): readonly Column[] {
  return splitColumns(text).map((column) => {
    const colon = column.indexOf(':');
    if (colon < 1 || colon === column.length - 1)
      throw new UserError(`the column ${JSON.stringify(column)} must be HEADER:PATH, such as NAME:.metadata.name`);
    return { header: column.slice(0, colon), path: parseRelaxedPath(column.slice(colon + 1)) };
  });
}

/** A row for each object. Several values of a cell have a comma between; none is `<none>`. */
export function columnTable(columns: readonly Column[], objects: readonly unknown[], header: boolean): string {
  const rows = objects.map((object) =>
    columns.map(({ path }) => selectValues(object, path).map(valueText).join(',') || '<none>'),
  );
  return textTable(header ? columns.map((column) => column.header) : undefined, rows);
}

function splitColumns(text: string): readonly string[] {
  const columns: string[] = [''];
  let depth = 0;
  for (const character of text) {
    if (character === '[') depth++;
    else if (character === ']') depth--;
    if (character === ',' && depth === 0) columns.push('');
    else columns.push(`${columns.pop() ?? ''}${character}`);
  }
  return columns;
}
