// Loads TypeScript modules and specs in this process, again and again: compiled once, executed again with each load, because
// values that a module creates when it is loaded must come from the changed code. Packages are loaded once.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { compileFunction } from 'node:vm';
import { transformSync } from '@swc/core';

const PARAMETERS = ['exports', 'require', 'module', '__filename', '__dirname'];
const isFile = (path) => existsSync(path) && statSync(path).isFile();

export class SpecModules {
  #compiled = new Map();
  #resolved = new Map();
  #loaded = new Map();

  #root;
  #jsc;
  #requirePackage;

  /** @param root folder of the project; @param jsc options of the compiler. */
  constructor(root, jsc) {
    this.#root = root;
    this.#jsc = jsc;
    this.#requirePackage = createRequire(join(root, 'package.json'));
  }

  /** Forgets what was loaded. */
  reset() {
    this.#loaded.clear();
  }

  load(path) {
    const known = this.#loaded.get(path);
    if (known !== undefined) return known.exports;
    const module = { exports: {} };
    this.#loaded.set(path, module);
    const require = (name) => this.#require(name, path);
    this.#codeOf(path)(module.exports, require, module, path, dirname(path));
    return module.exports;
  }

  #require(name, from) {
    const key = `${dirname(from)}\0${name}`;
    let path = this.#resolved.get(key);
    if (path === undefined) this.#resolved.set(key, (path = this.#resolve(name, from) ?? ''));
    if (path !== '') return this.load(path);
    return this.#requirePackage(name === 'fast-check' ? './test/support/fast-check.cjs' : name);
  }

  #resolve(name, from) {
    const library = /^@orch\/([^/]+)$/.exec(name);
    if (library !== null) return join(this.#root, 'libs', library[1], 'src/index.ts');
    if (!name.startsWith('.')) return undefined;
    const path = resolve(dirname(from), name);
    return [path.replace(/\.js$/, '.ts'), `${path}.ts`, join(path, 'index.ts')].find(isFile);
  }

  #codeOf(path) {
    let code = this.#compiled.get(path);
    if (code === undefined) {
      const source = readFileSync(path, 'utf8');
      code = compileFunction(this.#transform(source, path), PARAMETERS, { filename: path });
      this.#compiled.set(path, code);
    }
    return code;
  }

  #transform(source, filename) {
    const module = { type: 'commonjs' };
    return transformSync(source, {
      filename: basename(filename),
      swcrc: false,
      sourceMaps: false,
      module,
      jsc: this.#jsc,
    }).code;
  }
}
