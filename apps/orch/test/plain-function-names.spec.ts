import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { runInNewContext } from 'node:vm';

const TOOL = pathToFileURL(join(__dirname, '../../../tools/plain-function-names.mjs')).href;

/** Shortened output of esbuild; `made` counts how often a function was named again. */
const BUNDLE = `
var made = 0;
var __name = (target, value) => (made++, Object.defineProperty(target, 'name', { value, configurable: true }));
var plain = /* @__PURE__ */ __name((x) => x + 1, "plain");
function declared() {
  return 1;
}
__name(declared, "declared");
var either = undefined || /* @__PURE__ */ __name(() => 2, "either");
var atOnce = /* @__PURE__ */ __name(() => 3, "atOnce")();
var inObject = { member: /* @__PURE__ */ __name(function() {
  return 4;
}, "member") };
var renamed2 = /* @__PURE__ */ __name(() => 5, "renamed");
var nested = /* @__PURE__ */ __name(() => /* @__PURE__ */ __name(() => 6, "within"), "nested");
var Class2 = class _Class {
  static {
    __name(this, "Class");
  }
};
function Old2() {
}
__name(Old2, "Old");
`;
const RESULT = `({
  made,
  names: [plain, declared, inObject.member, nested, Class2, Old2].map(({ name }) => name),
  values: [plain(0), declared(), either(), atOnce, inObject.member(), renamed2(), nested()()],
})`;

async function withPlainFunctionNames(code: string): Promise<string> {
  const script = `import { withPlainFunctionNames } from ${JSON.stringify(TOOL)};
    process.stdout.write(withPlainFunctionNames(${JSON.stringify(code)}));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
  return stdout;
}

describe('plain function names', () => {
  it('leaves classes their names, and functions those they have by themselves', async () => {
    const code = await withPlainFunctionNames(BUNDLE);
    expect(runInNewContext(code + RESULT)).toEqual({
      made: 2,
      names: ['plain', 'declared', 'member', 'nested', 'Class', 'Old'],
      values: [1, 1, 2, 3, 4, 5, 6],
    });
  });

  it('moves nothing, so that source maps stay true', async () => {
    const code = await withPlainFunctionNames(BUNDLE);
    expect(code).toHaveLength(BUNDLE.length);
    expect(code.indexOf('class _Class')).toBe(BUNDLE.indexOf('class _Class'));
    expect(code.split('\n')).toHaveLength(BUNDLE.split('\n').length);
  });
});
