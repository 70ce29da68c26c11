import { apply } from './apply.mjs';
import { audit } from './audit.mjs';
import { controllers } from './controllers.mjs';
import { create } from './create.mjs';
import { customCreate } from './custom-create.mjs';
import { customList } from './custom-list.mjs';
import { dashboard } from './dashboard.mjs';
import { definitions } from './definitions.mjs';
import { get } from './get.mjs';
import { list } from './list.mjs';
import { longestWait } from './longest-wait.mjs';
import { memory } from './memory.mjs';
import { policies } from './policies.mjs';
import { rbac } from './rbac.mjs';
import { redisCreate } from './redis-create.mjs';
import { redisGet } from './redis-get.mjs';
import { redisPropagation } from './redis-propagation.mjs';
import { redisStart } from './redis-start.mjs';
import { representations } from './representations.mjs';
import { start } from './start.mjs';
import { watchFanOut } from './watch-fan-out.mjs';
import { webhooks } from './webhooks.mjs';

/**
 * What a measurement may use.
 * @typedef {object} Env
 * @property {string} root a built copy of Orch
 * @property {boolean} quick
 * @property {number} seconds how long a load is measured
 * @property {number} warmUpSeconds before that, not counted
 * @property {number} manyObjects size of the large store
 * @property {number} churnSeconds how long a list of the dashboard is changed before the memory of its tab is read
 * @property {string | undefined} reference program of a reference server, where it is measured too
 * @property {(name: string) => string} folder a folder of the run, made when missing
 * @property {Record<'h2load' | 'etcd' | 'redis' | 'chromium', string | undefined>} tools versions of what is installed
 */

/**
 * @typedef {object} Measurement
 * @property {string} name for `--only`
 * @property {string} title
 * @property {string} setting what is done, in a few sentences
 * @property {{ key: string, title: string, digits: number }[]} columns the metrics that `run` gives
 * @property {'redis' | 'chromium'} [needs] a tool without which it is left out
 * @property {(env: Env) => Promise<import('../rounds.mjs').Running>} open starts what runs through all rounds
 */

/** All, in the order they run and stand in the report. @type {readonly Measurement[]} */
export const measurements = [
  get,
  list,
  representations,
  create,
  apply,
  watchFanOut,
  start,
  memory,
  longestWait,
  rbac,
  definitions,
  customCreate,
  customList,
  webhooks,
  policies,
  audit,
  redisCreate,
  redisPropagation,
  redisStart,
  redisGet,
  controllers,
  dashboard,
];
