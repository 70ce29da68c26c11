import { AGE_COLUMN, NAME_COLUMN, type CustomResourceColumnDefinition, type PrinterColumn } from '@orch/api';
import {
  firstSelected,
  humanAge,
  parseJsonPath,
  TooManyValues,
  type ApiObject,
  type JsonPath,
} from '@orch/apimachinery';
import { printedValue } from './printed-value.js';
import { RowBudget } from './row-budget.js';

type Cell = string | number | boolean | null;

/** Columns of a version: its name, then those of the definition; the age if it has none. */
export function printerColumns(declared: readonly CustomResourceColumnDefinition[] | undefined): PrinterColumn[] {
  if (!declared?.length) return [NAME_COLUMN, { ...AGE_COLUMN, type: 'date' }];
  const budget = new RowBudget();
  return [NAME_COLUMN, ...declared.map((column, index) => columnOf(column, index, budget))];
}

const pathText = (path: string): string => `Custom resource definition column (in JSONPath format): ${path}`;

function columnOf(declared: CustomResourceColumnDefinition, index: number, budget: RowBudget): PrinterColumn {
  const { name, type, format, description, priority, jsonPath } = declared;
  let path: JsonPath | undefined;
  return {
    name,
    type: type as PrinterColumn['type'],
    ...(format ? { format } : {}),
    description: description || pathText(jsonPath),
    priority: priority ?? 0,
    value: (object, nowMs) => {
      budget.begin(index);
      if (!budget.hasRoom) return null;
      path ??= parsed(jsonPath);
      const value = firstWithin(object, path, budget);
      const cell = value === undefined ? null : cellOf(type, value, nowMs);
      return typeof cell === 'string' ? budget.cut(cell) : cell;
    },
  };
}

/** A path that selects too much for its row selects nothing. */
function firstWithin(object: ApiObject, path: JsonPath, budget: RowBudget): unknown {
  try {
    return firstSelected(object, path, (steps) => budget.spendSteps(steps));
  } catch (error) {
    if (error instanceof TooManyValues) return undefined;
    throw error;
  }
}

/** A path that cannot be read selects nothing. */
function parsed(path: string): JsonPath {
  try {
    return parseJsonPath(path, (message) => new TypeError(message));
  } catch {
    return NOTHING;
  }
}

const NOTHING: JsonPath = [{ names: [] }];

/** The cell of a value; null where the value is not of the column's type. */
function cellOf(type: string, value: unknown, nowMs: number): Cell {
  if (value === null) return type === 'string' ? '<no value>' : null;
  switch (type) {
    case 'string':
      return printedValue(value);
    case 'integer':
      return typeof value === 'number' ? Math.trunc(value) : null;
    case 'number':
      return typeof value === 'number' ? value : null;
    case 'boolean':
      return typeof value === 'boolean' ? value : null;
    case 'date':
      return typeof value === 'string' ? ageOf(value, nowMs) : null;
    default:
      return null;
  }
}

const RFC3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/;

function ageOf(time: string, nowMs: number): string {
  if (time === '' || time === 'null') return '<unknown>';
  const ms = RFC3339.test(time) ? Date.parse(time) : NaN;
  return Number.isNaN(ms) ? '<invalid>' : humanAge(nowMs - ms);
}

/** Value of a selectable field: empty when it is absent. */
export function fieldReader(jsonPath: string): (object: ApiObject) => string {
  const path = parsed(jsonPath);
  return (object) => {
    const value = firstWithin(object, path, new RowBudget());
    return value === undefined || value === null ? '' : printedValue(value);
  };
}
