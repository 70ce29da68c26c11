// Words that code and documents do not use, each with the standard term to write instead. Read by tools/terms.mjs.

/**
 * `words` is a regular expression of whole words, in lower case. Parts of identifiers count as words: `standingObject` has `standing`.
 * @type {readonly (readonly [words: string, instead: string])[]}
 */
export const FORBIDDEN_TERMS = [
  // Words with one standard term
  ['standing', 'existing, current, stored'],
  ['take in|takes in|taken in', 'decode'],
  ['complains?|complained', 'report, fail'],
  ['beaten', 'conflict, precondition failed'],
  ['crowded', 'under contention'],
  ['steady', 'consistent, synced'],
  ['at hand', 'synced, loaded, available'],
  ['besides?', 'next to, in addition to, as well as; secondary (store)'],
  ['shield', 'error handler'],
  ['unhurried|take your time', 'long-running, exempt from the timeout'],
  ['break off|breaks off|broken off', 'abort'],
  ['in sight|out of sight|look around', 'visible set, visibility filter'],
  ['rule teller', 'rule resolver'],
  ['strangers?', 'unauthenticated user, another user'],
  ['decision room', 'decision cache'],
  ['recent tokens', 'token cache'],
  ['value memory', 'value store, slab allocator'],
  ['shared question', 'single flight'],
  ['spoken', 'sub-resource kind; used (protocol)'],
  ['trials?', 'dry run; test harness, fixture'],
  ['guests?', 'ephemeral container'],
  ['doomed', 'deletion targets'],
  ['moving house', 'backup, restore, migrate'],
  ['signs? of life', 'server lease, lease renewal'],
  ['explained errors?', 'user-facing error'],
  ['surroundings', 'environment'],
  ['handed on', 'proxied, forwarded, passed'],
  ['forgotten', 'compacted, outside the history window, evicted'],
  // Verbs and pronouns
  ['told|tells', 'reported, notified, given; reports, says, shows'],
  ['stands', 'is, is stored, applies'],
  ['nobody', 'no client, no user, no caller'],
  ['somebody', 'a client, a user, a caller'],
  ['anybody', 'any client, any user'],
  ['everybody', 'all users, the authenticated group'],
  ['whoever', 'any client, a caller that'],
  ['mends?|mended|mending', 'fix, repair'],
  // "there is no" and "is no longer" are standard English.
  [
    String.raw`(?<!\bthere )(?:is|are|was|were) no(?!-| (?:longer|more|less|better|worse|later|earlier|different)\b)`,
    'is not a',
  ],
  // Archaic words
  ['anew', 'again'],
  ['wholly', 'completely'],
  ['thus|hence', 'so, therefore'],
  ['ere', 'before'],
  ['lest', 'so that ... not'],
  ['save for', 'except'],
  ['of old', 'older, previous'],
  ['yonder', 'there'],
  ['whence', 'from which'],
  ['thereof', 'of it'],
  ['wherein', 'in which'],
  ['for it is', 'because it is'],
  ['that which', 'what'],
  ['so many', 'the number of; N'],
  ['as wished', 'as requested; until the condition is met'],
];

const PATTERN = new RegExp(FORBIDDEN_TERMS.map(([words]) => String.raw`(\b(?:${words})\b)`).join('|'), 'g');

/** `HTTPServer isTold_byMs` becomes `http server is told by ms`. */
const asWords = (line) =>
  line
    .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();

/**
 * @param {string} line
 * @returns {{ term: string, instead: string }[]} of every forbidden word, in their order
 */
export function forbiddenTermsIn(line) {
  return [...asWords(line).matchAll(PATTERN)].map(([term, ...groups]) => {
    const at = groups.findIndex((group) => group !== undefined);
    return { term, instead: FORBIDDEN_TERMS[at][1] };
  });
}

/**
 * @typedef {object} TermException
 * @property {string} path a file, or a folder with a slash at the end
 * @property {string} [text] only for lines that contain it
 * @property {string} reason
 */

/**
 * Forbidden terms in the lines and the names of files, and exceptions that nothing needs.
 *
 * @param {Iterable<readonly [path: string, text: string]>} files
 * @param {readonly TermException[]} exceptions
 * @returns {string[]} as `path:line: ...`
 */
export function checkTerms(files, exceptions) {
  const problems = [];
  const unused = new Set(exceptions);
  const isAllowed = (path, line) => {
    const found = exceptions.filter(
      (exception) =>
        (exception.path.endsWith('/') ? path.startsWith(exception.path) : path === exception.path) &&
        (exception.text === undefined || line.includes(exception.text)),
    );
    for (const exception of found) unused.delete(exception);
    return found.length > 0;
  };
  const check = (path, line, place) => {
    const terms = forbiddenTermsIn(line);
    if (terms.length === 0 || isAllowed(path, line)) return;
    for (const { term, instead } of terms) problems.push(`${place}: "${term}": write ${instead}`);
  };
  for (const [path, text] of files) {
    check(path, path.replaceAll('-', ' '), path);
    for (const [at, line] of text.split('\n').entries()) check(path, line, `${path}:${at + 1}`);
  }
  for (const { path } of unused) problems.push(`tools/terms.mjs: the exception for ${path} allows nothing: remove it`);
  return problems;
}
