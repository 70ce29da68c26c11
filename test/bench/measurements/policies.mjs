import { join } from 'node:path';

import { call, each, HEADERS, writeBody } from '../drive/api-calls.mjs';
import { measuredLoad } from '../drive/measured-load.mjs';
import { startContenders } from '../subjects/contenders.mjs';

const CONNECTIONS = 16;
/** Creates of each row in a round, and before the first: a fresh process compiles. */
const CREATES = 10_000;
const QUICK_CREATES = 1_500;
const GROUP = '/apis/admissionregistration.k8s.io/v1';
const POLICIES = 100;
/** How many of them match, by the name of the row and of its namespace. */
const MATCHING = { '0 match': 'none', '1 matches': 'one', '10 match': 'ten' };
const NONE = 'none registered';

/**
 * Policy `number`: the first ten are for ConfigMaps of chosen namespaces, the others for another resource.
 * @param {number} number
 */
function policy(number) {
  const resource = number < 10 ? { apiGroups: [''], resources: ['configmaps'] } : APPS;
  const namespaces = number === 0 ? ['one', 'ten'] : ['ten'];
  return {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingAdmissionPolicy',
    metadata: { name: `bench-${number}` },
    spec: {
      failurePolicy: 'Fail',
      matchConstraints: {
        namespaceSelector: { matchExpressions: [{ key: 'bench', operator: 'In', values: namespaces }] },
        resourceRules: [{ ...resource, apiVersions: ['v1'], operations: ['CREATE', 'UPDATE'] }],
      },
      variables: [{ name: 'app', expression: "object.metadata.?labels[?'app'].orValue('')" }],
      validations: [
        { expression: "variables.app == 'bench'", message: 'it has another label' },
        {
          expression: `!has(object.data) || object.data.all(one, size(object.data[one]) <= ${10_000 + number})`,
          messageExpression: "'too long in ' + object.metadata.namespace",
        },
      ],
    },
  };
}
const APPS = { apiGroups: ['apps'], resources: ['deployments'] };

const binding = (number) => ({
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'ValidatingAdmissionPolicyBinding',
  metadata: { name: `bench-${number}` },
  spec: { policyName: `bench-${number}`, validationActions: ['Deny'] },
});

/** @type {import('./measurements.mjs').Measurement} */
export const policies = {
  name: 'policies',
  title: `Creates of 2 KiB under ${POLICIES} ValidatingAdmissionPolicies`,
  setting: `POST of ConfigMaps with generateName by ${CONNECTIONS} connections, over TLS 1.3, by h2load. Ten policies are for ConfigMaps of some namespaces, the others for Deployments; each has a variable, two validations and a binding. CPU is of the API server and its store.`,
  columns: [
    { key: 'perSecond', title: 'writes/s', digits: 0 },
    { key: 'p50Ms', title: 'p50, ms', digits: 2 },
    { key: 'p99Ms', title: 'p99, ms', digits: 2 },
    { key: 'cpuUs', title: 'server CPU per write, µs', digits: 1 },
  ],
  async open(env) {
    const { quick, folder } = env;
    const requests = quick ? QUICK_CREATES : CREATES;
    const here = folder('policies');
    const servers = await startContenders(env, 'policies');
    const bodyFile = writeBody(here);
    const headers = { ...HEADERS, 'content-type': 'application/json' };
    const numbers = Array.from({ length: POLICIES }, (_, number) => number);
    const kinds = { validatingadmissionpolicies: policy, validatingadmissionpolicybindings: binding };
    const registered = new Set();

    const register = async (server, wanted) => {
      if (registered.has(server) === wanted) return;
      for (const [resource, make] of Object.entries(kinds)) {
        const url = `${server.url}${GROUP}/${resource}`;
        if (!wanted) await call(url, { method: 'DELETE' });
        else await each(numbers, (number) => call(url, { method: 'POST', body: JSON.stringify(make(number)) }));
      }
      if (wanted) registered.add(server);
      else registered.delete(server);
      await server.settle();
    };
    const load = (server, namespace) =>
      measuredLoad(server.pids, {
        url: `${server.url}/api/v1/namespaces/${namespace}/configmaps`,
        ...{ connections: CONNECTIONS, requests, headers, bodyFile, logFile: join(here, 'times.log') },
      });
    for (const server of servers) {
      for (const name of Object.values(MATCHING)) {
        const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels: { bench: name } } };
        await call(`${server.url}/api/v1/namespaces`, { method: 'POST', body: JSON.stringify(namespace) });
      }
      await load(server, MATCHING['0 match']);
      await register(server, true);
      await load(server, MATCHING['10 match']);
    }
    const scenes = [[NONE, 'none'], ...Object.entries(MATCHING)];
    const contestants = servers.flatMap((server) =>
      scenes.map(([name, namespace]) => ({
        name: `${server.name}, ${name}`,
        run: async () => {
          await register(server, name !== NONE);
          return load(server, namespace);
        },
      })),
    );
    const cpu = (name) => (r) => r[`orch, ${name}`].cpuUs - r[`orch, ${NONE}`].cpuUs;
    const share = (name) => (r) => r[`orch, ${name}`].cpuUs / r[`reference, ${name}`]?.cpuUs;
    const goals = [
      { title: 'policies, 100 and 0 match: µs of CPU more for each write', atMost: 20, value: cpu('0 match') },
      ...Object.keys(MATCHING).map((name) => ({
        title: `policies, 100 and ${name}: CPU for each write, share of the reference server’s`,
        atMost: 1,
        value: share(name),
      })),
    ];
    return { contestants, goals, close: () => Promise.all(servers.map((server) => server.stop())) };
  },
};
