import { VOCABULARY_ENVIRONMENT, VOCABULARY_NAMES } from '@orch/vocabulary';
import { LOG_LEVELS } from '../logger/logger.js';
import { flagGroup } from './flag-definition.js';

/** Where a process keeps its state, from the working directory. Source: decision 009. */
export const DEFAULT_DATA_DIR = './.orch';

/** The flags of every process. Each process lists this group first. */
export const processFlags = flagGroup('Process', [
  {
    name: 'config',
    type: 'string',
    default: undefined,
    help: 'YAML file with the same names as these flags; flags win over it.',
  },
  {
    name: 'data-dir',
    type: 'string',
    default: DEFAULT_DATA_DIR,
    help: "Directory of the store, the keys and the administrator's client configuration.",
  },
  {
    name: 'vocabulary',
    type: 'string',
    default: 'orch',
    choices: VOCABULARY_NAMES,
    env: VOCABULARY_ENVIRONMENT,
    help: 'Names of groups, annotations, namespaces and signers.',
  },
  {
    name: 'log-format',
    type: 'string',
    default: 'text',
    choices: ['text', 'json'],
    help: 'Format of the log on standard error.',
  },
  {
    name: 'log-level',
    type: 'string',
    default: 'info',
    choices: LOG_LEVELS,
    help: 'Minimum severity of logged messages.',
  },
  {
    name: 'event-loop-warning-threshold',
    type: 'duration',
    default: '50ms',
    help: 'Log turns of the event loop with at least this much CPU time; 0 disables the measurement.',
  },
]);
