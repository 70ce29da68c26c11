import { unknownName, UsageError } from '@orch/process';
import type { ControllerEntry } from './controller-entry.js';
import { controllers } from './controllers.js';

/** Default of `--controllers`: all. */
export const DEFAULT_CONTROLLERS: readonly string[] = ['*', 'tokencleaner', 'bootstrapsigner'];

/**
 * Parses `--controllers`: `*` enables all that are on by default, `-*` none of them, `name` enables one, `-name` disables
 * one; the first entry for a controller wins, and takes precedence over `*`. Aliases are accepted. Source: B-009..B-012,
 * D-021.
 * @param words entries of the comma-separated list.
 * @returns none only where `-*` asks for that.
 * @throws UsageError for an unknown controller, with the known ones, or when no controller is enabled.
 */
export function selectControllers(
  words: readonly string[],
  known: readonly ControllerEntry[] = controllers,
): readonly ControllerEntry[] {
  const wishes = new Map<ControllerEntry, boolean>();
  let all: boolean | undefined;
  for (const word of words.map((part) => part.trim()).filter((part) => part !== '')) {
    if (word === '*' || word === '-*') {
      all ??= word === '*';
      continue;
    }
    const on = !word.startsWith('-');
    const entry = byName(known, on ? word : word.slice(1));
    if (!wishes.has(entry)) wishes.set(entry, on);
  }
  const selected = known.filter((entry) => wishes.get(entry) ?? (all === true && entry.defaultOn));
  if (selected.length === 0 && all !== false) throw noneSelected();
  return selected;
}

/** As `selectControllers`, for a process that runs nothing else. @throws UsageError also when `-*` selects none. */
export function selectSomeControllers(words: readonly string[]): readonly ControllerEntry[] {
  const selected = selectControllers(words);
  if (selected.length === 0) throw noneSelected();
  return selected;
}

const noneSelected = (): UsageError =>
  new UsageError('flag --controllers: no controller is selected: write --controllers=* for all that are on by default');

function byName(known: readonly ControllerEntry[], name: string): ControllerEntry {
  const entry = known.find((candidate) => candidate.name === name || candidate.aliases.includes(name));
  if (entry) return entry;
  const names = known.map((candidate) => candidate.name);
  const aliases = known.flatMap((candidate) => candidate.aliases);
  throw unknownName('controllers', 'controller', name, names, aliases);
}
