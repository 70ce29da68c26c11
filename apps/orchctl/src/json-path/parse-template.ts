import { takePath, PathScanner as Scanner } from '@orch/apimachinery';
import { UserError } from '../user-error.js';
import type { Piece, Template } from './template.js';

/**
 * Reads a template: text, and in braces paths, texts in quotes, `range PATH` and `end`.
 * @throws UserError with the place that cannot be read.
 */
export function parseTemplate(source: string): Template {
  const scanner = new Scanner(source, (message) => new UserError(message));
  const template = takePieces(scanner, false);
  if (!scanner.atEnd) throw scanner.error('{end} without {range}');
  return template;
}

/** Pieces up to the end of the text, or of the enclosing range. */
function takePieces(scanner: Scanner, inRange: boolean): Template {
  const pieces: Piece[] = [];
  while (!scanner.atEnd) {
    const text = scanner.takeUntil('{');
    if (text !== '') pieces.push({ text });
    if (!scanner.take('{')) break;
    scanner.skipSpaces();
    if (scanner.take('end')) {
      close(scanner);
      if (!inRange) throw scanner.error('{end} without {range}');
      return pieces;
    }
    pieces.push(...takeAction(scanner));
  }
  if (inRange) throw scanner.error('{range} without {end}');
  return pieces;
}

/** Content of one pair of braces. */
function takeAction(scanner: Scanner): Template {
  if (scanner.take('range ')) {
    scanner.skipSpaces();
    const range = takePath(scanner);
    close(scanner);
    return [{ range, body: takePieces(scanner, true) }];
  }
  const pieces: Piece[] = [];
  for (;;) {
    scanner.skipSpaces();
    if (scanner.take('}')) return pieces;
    const text = scanner.takeQuoted();
    if (text !== undefined) pieces.push({ text });
    else if (['.', '[', '$', '@'].includes(scanner.next)) pieces.push({ path: takePath(scanner) });
    else throw scanner.error('expected a path such as .metadata.name, a text in quotes, or }');
  }
}

function close(scanner: Scanner): void {
  scanner.skipSpaces();
  scanner.expect('}');
}
