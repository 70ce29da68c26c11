import * as fc from 'fast-check';
import { parse, stringify } from 'yaml';
import { type Edit, edited, type FieldPath } from './edit';
import { changeBetween, editText } from './edit-text';

const text = `# of the shop
apiVersion: apps/v1
kind: Deployment
metadata:
  name: "web" # quoted
  labels: {}
spec:
  # how many
  replicas: 3 # for now
  paused:
  empty: "" # yet
  selector: { matchLabels: { app: web } }
  template:
    spec:
      containers:
        - name: web
          # the newest
          image: nginx:1
          args:
            - "-v"
            - --all
        # helper
        - image: busybox
  note: |
    first

    second
  last: end
`;

const set = (path: FieldPath, value: unknown): Edit => ({ kind: 'set', path, value });
const remove = (...path: FieldPath): Edit => ({ kind: 'remove', path });
const move = (path: FieldPath, to: number): Edit => ({ kind: 'move', path, to });

/** The lines that an edit removes and adds: `-old` and `+new`. */
function changesOf(before: string, after: string): string[] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  let from = 0;
  while (old[from] === now[from] && from < old.length) from++;
  let same = 0;
  while (same < Math.min(old.length, now.length) - from && old.at(-1 - same) === now.at(-1 - same)) same++;
  const minus = old.slice(from, old.length - same).map((line) => `-${line}`);
  return [...minus, ...now.slice(from, now.length - same).map((line) => `+${line}`)];
}

const containers = ['spec', 'template', 'spec', 'containers'] as const;

describe('editText', () => {
  test.each<readonly [string, Edit, readonly string[]]>([
    [
      'a number keeps the comment after it',
      set(['spec', 'replicas'], 5),
      ['-  replicas: 3 # for now', '+  replicas: 5 # for now'],
    ],
    [
      'a text keeps its quotes',
      set(['metadata', 'name'], 'shop'),
      ['-  name: "web" # quoted', '+  name: "shop" # quoted'],
    ],
    [
      'a text that looks like a number is quoted',
      set([...containers, 1, 'image'], '1'),
      ['-        - image: busybox', '+        - image: "1"'],
    ],
    ['the quotes of an empty text go', set(['spec', 'empty'], 'q'), ['-  empty: "" # yet', '+  empty: q # yet']],
    ['a field without a value gets one', set(['spec', 'paused'], true), ['-  paused:', '+  paused: true']],
    ['a field is added below the others', set(['spec', 'template', 'spec', 'hostname'], 'a'), ['+      hostname: a']],
    [
      'what lies around it is created',
      set(['spec', 'strategy', 'type'], 'Recreate'),
      ['+  strategy:', '+    type: Recreate'],
    ],
    [
      'into an empty object in braces',
      set(['metadata', 'labels', 'app'], 'web'),
      ['-  labels: {}', '+  labels:', '+    app: web'],
    ],
    [
      'into an object in braces',
      set(['spec', 'selector', 'matchLabels', 'tier'], 'front'),
      ['-  selector: { matchLabels: { app: web } }', '+  selector: { matchLabels: { app: web, tier: front } }'],
    ],
    ['a text of several lines', set(['spec', 'last'], 'a\nb\n'), ['-  last: end', '+  last: |', '+    a', '+    b']],
    [
      'in place of a text of several lines',
      set(['spec', 'note'], 'short'),
      ['-  note: |', '-    first', '-', '-    second', '+  note: short'],
    ],
    ['an item is added', set([...containers, 0, 'args', 2], '-x'), ['+            - -x']],
    ['an item that is an object', set([...containers, 2], { name: 'c' }), ['+        - name: c']],
    ['an item is changed', set([...containers, 0, 'args', 0], '-q'), ['-            - "-v"', '+            - "-q"']],
    ['a field is removed', remove('spec', 'replicas'), ['-  replicas: 3 # for now']],
    ['an item is removed', remove(...containers, 1), ['-        - image: busybox']],
    [
      'the only field leaves an empty object',
      remove(...containers, 1, 'image'),
      ['-        - image: busybox', '+        - {}'],
    ],
    ['a key is renamed', { kind: 'rename', path: ['spec', 'last'], name: 'a: b' }, ['-  last: end', '+  "a: b": end']],
  ])('%s', (_, edit, changes) => {
    const next = editText(text, edit);
    expect(changesOf(text, next)).toEqual(changes);
    expect(parse(next)).toEqual(edited(parse(text), edit));
  });

  test('the first field of an item is removed, and its comments stay', () => {
    const next = editText(text, remove(...containers, 0, 'name'));
    expect(parse(next)).toEqual(edited(parse(text), remove(...containers, 0, 'name')));
    for (const comment of text.match(/#.*/g) ?? []) expect(next).toContain(comment);
  });

  test('lists that are not indented stay so', () => {
    const flat = 'spec:\n  ports:\n  - 1\n';
    expect(editText(flat, set(['spec', 'ports', 1], 2))).toBe('spec:\n  ports:\n  - 1\n  - 2\n');
    expect(editText(flat, set(['spec', 'names'], ['a']))).toBe('spec:\n  ports:\n  - 1\n  names:\n  - a\n');
  });

  test('a fragment keeps its comments', () => {
    const edit: Edit = {
      kind: 'set',
      path: ['spec', 'any'],
      value: { b: 1, a: 2 },
      source: '# first\nb: 1\na: 2 # then\n',
    };
    expect(editText('spec:\n  x: 1\n', edit)).toBe('spec:\n  x: 1\n  any:\n    # first\n    b: 1\n    a: 2 # then\n');
  });

  test('a fragment that is typed letter by letter has its comments once', () => {
    const typed = 'b: 1 # one\na: 2 # two';
    let now = 'spec:\n  x: 1\n  y: 2\n';
    for (let length = 4; length <= typed.length; length++) {
      const source = typed.slice(0, length);
      const value: unknown = parse(source.replace(/\na?$/, ''));
      if (!/\na?$/.test(source)) now = editText(now, { kind: 'set', path: ['spec', 'any'], value, source });
    }
    expect(now).toBe('spec:\n  x: 1\n  y: 2\n  any:\n    b: 1 # one\n    a: 2 # two\n');
  });

  test.each([
    ['an alias', 'base: &base\n  a: 1\nspec: *base\n', set(['spec', 'a'], 2), { base: { a: 1 }, spec: { a: 2 } }],
    ['an empty text', '', set(['a', 'b'], 1), { a: { b: 1 } }],
    ['a text without a last line break', 'a: 1', set(['b'], 2), { a: 1, b: 2 }],
    ['an anchor that is used', 'a: &x 1\nb: *x\nc: 2 # two\n', remove('a'), { b: 1, c: 2 }],
    ['an explicit key', '? a\n: 1\n', set(['a'], { b: 1 }), { a: { b: 1 } }],
    ['a value on the next line', 'a:\n  text\nb: 1\n', set(['a'], [1]), { a: [1], b: 1 }],
    ['keys that look like numbers', 'data:\n  1: a\n', set(['data', '1'], 'b'), { data: { 1: 'b' } }],
  ])('%s', (_, before, edit, after) => {
    expect(parse(editText(before, edit))).toEqual(after);
  });
});

describe('an item of a list is moved', () => {
  test.each<readonly [string, string, Edit, string]>([
    [
      'with the comments above it, on its lines, and below it with more indentation',
      'a:\n  # web\n  - name: web # one\n    port: 80\n    # port: 81\n  # db\n  - name: db\nb: 1\n',
      move(['a', 1], 0),
      'a:\n  # db\n  - name: db\n  # web\n  - name: web # one\n    port: 80\n    # port: 81\nb: 1\n',
    ],
    [
      'down by more than one',
      'a:\n  - 1 # one\n  # two\n  - 2\n  - 3\n  - 4\n',
      move(['a', 0], 2),
      'a:\n  # two\n  - 2\n  - 3\n  - 1 # one\n  - 4\n',
    ],
    [
      'between blank lines, which stay',
      'a:\n\n  - 1\n\n  # two\n  - 2\n  - 3\n\nb: 1\n',
      move(['a', 1], 0),
      'a:\n\n  # two\n  - 2\n\n  - 1\n  - 3\n\nb: 1\n',
    ],
    [
      'past a comment between blank lines, which stays',
      'a:\n  - 1\n\n  # the others\n\n  - 2\n',
      move(['a', 1], 0),
      'a:\n  - 2\n\n  # the others\n\n  - 1\n',
    ],
    [
      'to the end of a text without a last line break',
      'a:\n  - 1 # one\n  # two\n  - 2',
      move(['a', 0], 1),
      'a:\n  # two\n  - 2\n  - 1 # one',
    ],
    [
      'of a list that is not indented',
      'a:\n- 1\n# two\n- 2\n# b\nb: 1\n',
      move(['a', 1], 0),
      'a:\n# two\n- 2\n- 1\n# b\nb: 1\n',
    ],
    [
      'in a list in a list',
      'a:\n  - name: x\n    args:\n      # last\n      - "-l"\n      - -k # first\n  - name: y\n',
      move(['a', 0, 'args', 1], 0),
      'a:\n  - name: x\n    args:\n      - -k # first\n      # last\n      - "-l"\n  - name: y\n',
    ],
    ['with lists', 'a:\n  - - 1 # one\n    - 2\n  - - 3\n', move(['a', 1], 0), 'a:\n  - - 3\n  - - 1 # one\n    - 2\n'],
    [
      'with texts of several lines',
      'a:\n  - |\n    # no comment\n    x\n\n  # why\n  - >-\n    y\n    z\n',
      move(['a', 1], 0),
      'a:\n  # why\n  - >-\n    y\n    z\n\n  - |\n    # no comment\n    x\n',
    ],
    ['in brackets', 'a: ["-v", \'x\', {b: 1}] # all\n', move(['a', 2], 0), 'a: [{b: 1}, "-v", \'x\'] # all\n'],
    ['in brackets in braces', 'a: { b: [ 1, 2 ], c: 3 }\n', move(['a', 'b', 0], 1), 'a: { b: [ 2, 1 ], c: 3 }\n'],
    ['without a value', 'a:\n  - # none\n  - 1\n', move(['a', 1], 0), 'a:\n  - 1\n  - # none\n'],
    ['that does not exist, which changes nothing', 'a:\n  - 1 # one\n', move(['a', 3], 0), 'a:\n  - 1 # one\n'],
  ])('%s', (_, before, edit, after) => {
    expect(editText(before, edit)).toBe(after);
    expect(parse(after)).toEqual(edited(parse(before), edit));
  });

  test.each([
    ['the first of a list that begins behind a dash', '- - 1 # one\n  # two\n  - 2\n', move([0, 1], 0)],
    ['in brackets, with comments', 'a:\n  [\n    1, # one\n    2, # two\n  ]\n', move(['a', 1], 0)],
    ['an alias before its anchor', 'a:\n  - &x\n    b: 1 # one\n  - *x\n  - 3\n', move(['a', 1], 0)],
    ['in a list that is an alias', 'a: &x\n  - 1\n  - 2\nb: *x\n', move(['b', 1], 0)],
    ['a key that looks like a number', '1:\n  - a\n  - b\n', move(['1', 1], 0)],
    ['a text at the end without a last line break', 'a:\n  - x\n  - |\n    y', move(['a', 1], 0)],
  ])('%s: the values are right', (_, before, edit) => {
    expect(parse(editText(before, edit))).toEqual(edited(parse(before), edit));
  });
});

const key = fc.constantFrom('a', 'b', 'c d', '1', 'x.y/z', '- e', '#f', 'null');
const leaf = fc.oneof(
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.string({ maxLength: 12 }),
  fc.constantFrom('', '1', 'true', 'two\nlines\n', ' spaces ', '# no', 'a: b', '- x', '\n\n'),
);
const { object } = fc.letrec<{ value: unknown; object: Record<string, unknown> }>((tie) => ({
  value: fc.oneof({ maxDepth: 4 }, leaf, fc.array(tie('value'), { maxLength: 3 }), tie('object')),
  object: fc.dictionary(key, tie('value'), { minKeys: 1, maxKeys: 4, noNullPrototype: true }),
}));
const path = fc.array(fc.oneof({ weight: 3, arbitrary: key }, { weight: 1, arbitrary: fc.nat(2) }), {
  minLength: 1,
  maxLength: 4,
});

/** The path as far as it leads through what is there, with keys of the right type. */
function usable(value: unknown, wanted: FieldPath): FieldPath {
  const [first, ...rest] = wanted;
  if (first === undefined) return [];
  if (Array.isArray(value)) {
    const index = typeof first === 'number' ? Math.min(first, value.length) : 0;
    return [index, ...usable(value[index], rest)];
  }
  const name = String(first);
  return [name, ...usable((value as Record<string, unknown> | null | undefined)?.[name], rest)];
}

const isThere = (value: unknown, [first, ...rest]: FieldPath): boolean =>
  first === undefined ||
  (typeof value === 'object' &&
    value !== null &&
    Object.hasOwn(value, first) &&
    isThere((value as Record<string | number, unknown>)[first], rest));

describe('any edit of any object', () => {
  test('says what it should, whatever the style', () => {
    fc.assert(
      fc.property(
        object,
        path,
        leaf,
        fc.boolean(),
        fc.constantFrom('set', 'remove'),
        (start, wanted, value, indentSeq, kind) => {
          const at = usable(start, wanted);
          const edit: Edit = kind === 'set' || !isThere(start, at) ? set(at, value) : remove(...at);
          const after = editText(stringify(start, { indentSeq, lineWidth: 0 }), edit);
          expect(parse(after)).toEqual(edited(start, edit));
        },
      ),
    );
  });

  test('comments between the fields stay when a value is set', () => {
    const plain = fc.letrec<{ object: Record<string, unknown> }>((tie) => ({
      object: fc.dictionary(
        key,
        fc.oneof(
          { maxDepth: 3 },
          fc.integer(),
          fc.constantFrom('x', 'a: b'),
          fc.array(fc.nat(9), { minLength: 1, maxLength: 2 }),
          tie('object'),
        ),
        { minKeys: 1, maxKeys: 4, noNullPrototype: true },
      ),
    })).object;
    fc.assert(
      fc.property(plain, path, fc.nat(), (start, wanted, value) => {
        const lines = stringify(start, { lineWidth: 0 }).trimEnd().split('\n');
        const commented = lines.map((line, index) => `${/^ */.exec(line)?.[0]}# comment ${index}.\n${line}\n`).join('');
        const at = usable(start, wanted);
        // A value in place of others takes their comments with it.
        fc.pre(
          !isThere(start, at) || typeof at.reduce<unknown>((here, part) => (here as never)[part], start) !== 'object',
        );
        const after = editText(commented, set(at, value));
        expect(parse(after)).toEqual(edited(start, set(at, value)));
        for (const index of lines.keys()) expect(after).toContain(`# comment ${index}.`);
      }),
    );
  });
});

describe('any move in any list', () => {
  const scalar = fc.oneof(fc.nat(9), fc.constantFrom('x', 'a: b', 'two\nlines\n', ''));
  const item = fc.oneof(scalar, fc.dictionary(key, scalar, { minKeys: 1, maxKeys: 3, noNullPrototype: true }));
  const items = fc.array(item, { minLength: 2, maxLength: 5 });

  test('takes the comment above each line with the line, and nothing else changes', () => {
    fc.assert(
      fc.property(items, fc.nat(4), fc.nat(4), fc.boolean(), (list, first, second, indentSeq) => {
        const [from, to] = [first % list.length, second % list.length];
        const start = { before: 1, list, after: { x: 1 } };
        const lines = stringify(start, { lineWidth: 0, indentSeq }).trimEnd().split('\n');
        const isItem = (line: string): boolean => /^ *- /.test(line);
        const commented = lines
          .map((line, index) => (isItem(line) ? `${/^ */.exec(line)?.[0]}# comment ${index}.\n${line}` : line))
          .join('\n');
        const edit = move(['list', from], to);
        const after = editText(commented, edit);
        expect(parse(after)).toEqual(edited(start, edit));
        expect(pairsOf(after)).toEqual(pairsOf(commented));
        expect(after.split('\n').toSorted()).toEqual(commented.split('\n').toSorted());
      }),
    );
  });
});

/** Each comment with the line below it. */
function pairsOf(commented: string): string[] {
  const lines = commented.split('\n');
  return lines.flatMap((line, index) => (/^ *# comment/.test(line) ? [`${line}\n${lines[index + 1]}`] : [])).toSorted();
}

describe('changeBetween', () => {
  test.each([
    ['abc', 'abxc', { from: 2, to: 2, insert: 'x' }],
    ['aaa', 'aa', { from: 2, to: 3, insert: '' }],
    ['same', 'same', { from: 4, to: 4, insert: '' }],
    ['', 'new', { from: 0, to: 0, insert: 'new' }],
  ])('%j to %j', (before, after, change) => {
    expect(changeBetween(before, after)).toEqual(change);
  });
});
