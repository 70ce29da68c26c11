import { UserError } from '../user-error.js';
import type { CatalogEntry, ResourceCatalog } from './resource-catalog.js';

/** Objects of one resource: those named, or all when no name was given. */
export interface Target {
  readonly entry: CatalogEntry;
  readonly names: readonly string[];
}

/**
 * Reads `TYPE`, `TYPE,TYPE`, `TYPE NAME...`, `TYPE/NAME...`.
 * @throws UserError when the forms are mixed or the server has no such type.
 */
export async function resolveTargets(catalog: ResourceCatalog, args: readonly string[]): Promise<readonly Target[]> {
  const [types, ...names] = args;
  if (types === undefined) throw new UserError('you must name the type of resource, such as "pods"; see api-resources');
  if (names.includes('')) throw new UserError('the name of an object is empty: write TYPE NAME...');
  const lists = args.some((arg) => arg.includes('/')) ? slashForm(args) : [{ type: types, names }];
  const targets: Target[] = [];
  for (const list of lists) {
    for (const type of list.type.split(',')) {
      const entries = list.names.length > 0 ? [await catalog.find(type)] : await catalog.findAll(type);
      targets.push(...entries.map((entry) => ({ entry, names: list.names })));
    }
  }
  return joinNeighbours(targets);
}

/** `cm/a cm/b` is one table with two rows. */
function joinNeighbours(targets: readonly Target[]): readonly Target[] {
  const joined: Target[] = [];
  for (const target of targets) {
    const last = joined.at(-1);
    const goesOn = last?.entry === target.entry && last.names.length > 0 && target.names.length > 0;
    if (last && goesOn) joined.splice(-1, 1, { entry: last.entry, names: [...last.names, ...target.names] });
    else joined.push(target);
  }
  return joined;
}

function slashForm(args: readonly string[]): readonly { type: string; names: readonly string[] }[] {
  return args.map((arg) => {
    const [type = '', name = '', ...rest] = arg.split('/');
    if (type === '' || name === '' || rest.length > 0) {
      throw new UserError(`"${arg}": write either TYPE NAME... or TYPE/NAME for each object, not both`);
    }
    return { type, names: [name] };
  });
}
