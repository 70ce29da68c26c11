import { fileURLToPath } from 'node:url';

import { startChild } from '../subjects/child.mjs';

const DECISIONS = fileURLToPath(new URL('../drive/role-decisions.mjs', import.meta.url));
const BINDINGS = 10_000;
const SCENES = {
  'own binding, allowed': 'own-allowed',
  'own binding, refused': 'own-refused',
  'all bindings of one group, allowed': 'group-allowed',
  'all bindings of one group, refused': 'group-refused',
};

/** @type {import('./measurements.mjs').Measurement} */
export const rbac = {
  name: 'rbac',
  title: `One decision by roles, with ${BINDINGS.toLocaleString('en')} bindings`,
  setting:
    'In a process of its own, without HTTP. `own binding`: each user has one, in one of 100 namespaces. `all bindings of one group`: each binding gives another role, with another name in its rule, to a group that the user is in.',
  columns: [{ key: 'decisionUs', title: 'per decision, µs', digits: 2 }],
  async open({ root, seconds }) {
    const contestants = Object.entries(SCENES).map(([name, scene]) => ({
      name,
      run: async () => {
        const LOAD = JSON.stringify({ root, scene, bindings: BINDINGS, seconds: seconds / 2 });
        const child = await startChild({ args: [DECISIONS], env: { LOAD }, ready: /^done (.+)/ });
        return JSON.parse(child.ready[1]);
      },
    }));
    const goals = Object.keys(SCENES).map((name) => ({
      title: `decision, ${name}: µs`,
      atMost: 20,
      value: (round) => round[name].decisionUs,
    }));
    return { contestants, goals, close: async () => undefined };
  },
};
