import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const bundle = join(__dirname, '../../../dist/bundle/apiserver.js');
let code: string;
beforeAll(() => {
  if (!existsSync(bundle)) throw new Error('not built: npm run build');
  code = readFileSync(bundle, 'latin1');
});

describe('bundle of the API server', () => {
  it('is one function with the parameters of a CommonJS module, so that V8 uses the text of the file without a copy', () => {
    expect(code.startsWith('(function (exports, require, module, __filename, __dirname) {')).toBe(true);
    expect(code.trimEnd().split('\n').at(-2)).toBe('});');
  });

  it('has neither fetch, cookies nor WebSocket of undici, whose load also loads those of Node', () => {
    expect(code).toContain('// node_modules/undici/lib/dispatcher/agent.js');
    for (const part of ['cookies/index', 'fetch/index', 'fetch/headers', 'websocket/websocket'])
      expect(code).not.toContain(`// node_modules/undici/lib/web/${part}.js`);
    expect(code).toMatch(/Object\.assign\(require_dispatcher\d*\(\)\.prototype, require_api\d*\(\)\)/);
  });

  it('makes no date format while it is loaded: the first one loads the data of ICU', () => {
    const made = [...code.matchAll(/^.*new Intl\.DateTimeFormat\(void 0.*$/gm)].map(([line]) => line.trim());
    expect(made.length).toBeGreaterThan(0);
    for (const line of made) expect(line).toMatch(/^dateTimeFormatter\d* = \{ format: .*\(date\d*\) =>/);
  });

  it('has no design types of the fields of kinds', () => {
    const api = code.split('// dist/libs/api/src/').slice(1).map((rest) => rest.split('\n// ', 1)[0]!); // prettier-ignore
    expect(api.length).toBeGreaterThan(100);
    expect(api.filter((part) => part.includes('_ts_metadata("design:type"'))).toEqual([]);
  });
});
