/** Controls of ASCII but tab and line feed, DEL. */
// oxlint-disable-next-line no-control-regex
const ASCII_CONTROLS = /[\x00-\x08\x0b-\x1f\x7f]/g;
/** Controls of one character (C1), and those that change the direction of text. */
const OTHER_CONTROLS = /[\u0080-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Escapes control characters for a terminal: field values come from any client that may write the object. ESC becomes `^[`, as
 * in kubectl, the other controls of ASCII likewise, controls of Unicode `\u009b`. Line feeds and tabs stay.
 */
export const escapeTerminal = (text: string): string =>
  text
    .replace(ASCII_CONTROLS, (control) =>
      control === '\x7f' ? '^?' : `^${String.fromCharCode(control.charCodeAt(0) + 64)}`,
    )
    .replace(OTHER_CONTROLS, (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** The same in one line. */
export const escapeLine = (text: string): string => escapeTerminal(text.replace(/[\n\t]+/g, ' '));
