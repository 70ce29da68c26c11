// The environment of tests under mutation: once one of a file has failed, the change was noticed, and the rest is skipped.
const StrykerNodeEnvironment = require('@stryker-mutator/jest-runner/jest-env/node');

module.exports = class UntilFirstFailure extends StrykerNodeEnvironment {
  #failed = false;

  handleTestEvent(event) {
    if (event.name === 'test_fn_failure' || event.name === 'hook_failure') this.#failed = true;
    if (event.name === 'test_start' && this.#failed) event.test.mode = 'skip';
  }
};
