import type { HasMetadata } from '@orch/client';
import { objectText, withoutManagedFields } from '../printing/object-output.js';
import type { Output } from '../output.js';
import type { WriteWish } from './write-flags.js';

/** Shows the result of a write: a sentence, or the object with `-o`. YAML documents are separated. */
export function showWritten(object: HasMetadata, sentence: string, wish: WriteWish, output: Output): void {
  if (typeof wish.format === 'function') {
    output.raw(wish.format([object], true));
    return;
  }
  switch (wish.format) {
    case 'json':
      output.raw(objectText(withoutManagedFields(object), 'json'));
      break;
    case 'yaml':
      output.raw(`---\n${objectText(withoutManagedFields(object), 'yaml')}`);
      break;
    case 'name':
      output.out(`${sentence.split(' ', 1)[0] ?? ''}\n`);
      break;
    default:
      output.out(`${sentence}\n`);
  }
}
