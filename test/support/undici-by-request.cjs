// undici for tests on several API servers (ORCH_TEST_STORAGE=redis): no connection is kept, so the balancer chooses a server for
// every request. What asks in other processes (kubectl, controllers) keeps its own habits.
const undici = require('../../node_modules/undici');

/** `pipelining: 0` is undici's way to say that a connection ends with its answer. */
const forOneRequest = (Base) =>
  class extends Base {
    constructor(options) {
      super({ ...options, pipelining: 0 });
    }
  };

module.exports = { ...undici, Agent: forOneRequest(undici.Agent), ProxyAgent: forOneRequest(undici.ProxyAgent) };
