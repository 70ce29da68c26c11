import { selectValues } from '@orch/apimachinery';
import type { Template } from './template.js';

/** Renders a template for a value. Several values of a path are separated by spaces; missing ones are empty. */
export function renderTemplate(template: Template, value: unknown): string {
  return template
    .map((piece) => {
      if ('text' in piece) return piece.text;
      if ('path' in piece) return selectValues(value, piece.path).map(valueText).join(' ');
      return selectValues(value, piece.range)
        .map((each) => renderTemplate(piece.body, each))
        .join('');
    })
    .join('');
}

/** Texts as they are, everything else as JSON. */
export const valueText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
