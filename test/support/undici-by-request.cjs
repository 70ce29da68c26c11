// undici for tests on several API servers (ORCH_TEST_STORAGE=redis): no connection is kept, so the balancer chooses a server for
// every request. What asks in other processes (kubectl, controllers) keeps its own habits.
const undici = require('../../node_modules/undici');

/** `reset` ends a connection with its answer. */
const forOneRequest = (Base) =>
  class extends Base {
    dispatch(options, handler) {
      return super.dispatch({ ...options, reset: true }, handler);
    }
  };

module.exports = { ...undici, Agent: forOneRequest(undici.Agent), ProxyAgent: forOneRequest(undici.ProxyAgent) };
