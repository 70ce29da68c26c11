// Test runner of mutation runs: executes the specs of ORCH_MUTATE's folders in this process. Starting Jest for each change takes
// seconds, this takes some hundredths of one. Knows what these specs use: describe, it, it.each, expect, beforeEach, afterEach.
// Every change is tried with all specs, from loading on: schemas compiled by a first test are used by those after it, so which
// test executes a line does not say which can notice a change of it.
import 'reflect-metadata';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import {
  DryRunStatus,
  determineHitLimitReached,
  TestStatus,
  toMutantRunResult,
} from '@stryker-mutator/api/test-runner';
import { expect } from 'expect';
import { bind } from 'jest-each';
import { SpecModules } from './spec-modules.mjs';

const state = (globalThis.__stryker__ ??= {});
const jsc = {
  target: 'es2023',
  parser: { syntax: 'typescript', decorators: true },
  transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
  keepClassNames: true,
};

class SpecRunner {
  #root = process.cwd();
  #modules = new SpecModules(this.#root, jsc);
  #specs = this.#findSpecs();
  #tests = [];
  #titles = [];
  #hooks = [];

  capabilities() {
    return { reloadEnvironment: true };
  }

  init() {
    const titled = (body) => (title, run) => body(String(title), run);
    const it = titled((title, run) =>
      this.#tests.push({ name: [...this.#titles, title].join(' '), run, hooks: [...this.#hooks] }),
    );
    const describe = titled((title, run) => {
      const hooks = this.#hooks.length;
      this.#titles.push(title);
      run();
      this.#titles.pop();
      this.#hooks.length = hooks;
    });
    const hook = (when) => (run) => this.#hooks.push({ when, run });
    it.each = bind(it);
    describe.each = bind(describe);
    Object.assign(globalThis, { describe, it, test: it, expect, beforeEach: hook('before'), afterEach: hook('after') });
  }

  async dryRun() {
    state.mutantCoverage = { static: {}, perTest: {} };
    const result = await this.#run(false);
    return result.status === DryRunStatus.Complete ? { ...result, mutantCoverage: state.mutantCoverage } : result;
  }

  async mutantRun({ activeMutant, hitLimit, disableBail }) {
    state.activeMutant = activeMutant.id;
    state.hitLimit = hitLimit;
    state.hitCount = hitLimit === undefined ? undefined : 0;
    const result = await this.#run(!disableBail);
    return toMutantRunResult(determineHitLimitReached(state.hitCount, state.hitLimit) ?? result, disableBail);
  }

  async #run(bail) {
    const tests = [];
    for (const file of this.#specs) {
      for (const test of await this.#runFile(file, bail)) {
        tests.push(test);
        if (bail && test.status === TestStatus.Failed) return { status: DryRunStatus.Complete, tests };
      }
    }
    return { status: DryRunStatus.Complete, tests };
  }

  async #runFile(fileName, bail) {
    this.#modules.reset();
    this.#tests = [];
    this.#titles = [];
    this.#hooks = [];
    const failed = (id, error) => ({
      ...{ id, name: id, fileName, timeSpentMs: 0 },
      status: TestStatus.Failed,
      failureMessage: String(error?.stack ?? error),
    });
    try {
      this.#modules.load(fileName);
    } catch (error) {
      return [failed(`${fileName} loads`, error)];
    }
    const results = [];
    for (const { name, run, hooks } of this.#tests) {
      const start = performance.now();
      try {
        for (const { when, run: hook } of hooks) if (when === 'before') await hook();
        const done = run();
        if (typeof done?.then === 'function') await done;
        for (const { when, run: hook } of hooks) if (when === 'after') await hook();
        results.push({ id: name, name, fileName, timeSpentMs: performance.now() - start, status: TestStatus.Success });
      } catch (error) {
        results.push(failed(name, error));
        if (bail) break;
      }
    }
    return results;
  }

  /** Those that try many inputs come last: most changes are noticed before. */
  #findSpecs() {
    const paths = process.env.ORCH_MUTATE_SPECS.split(',').flatMap((folder) =>
      readdirSync(join(this.#root, folder), { recursive: true })
        .filter((name) => name.endsWith('.spec.ts'))
        .map((name) => join(this.#root, folder, name)),
    );
    const triesMany = (path) => (readFileSync(path, 'utf8').includes("from 'fast-check'") ? 1 : 0);
    return paths.sort((a, b) => triesMany(a) - triesMany(b));
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'specs', SpecRunner)];
