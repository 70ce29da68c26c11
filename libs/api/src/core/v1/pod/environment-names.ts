import type { PodRules } from './pod-rules.js';
import type { PodSpec } from './pod-spec.js';

/** Printable characters of ASCII without the one that separates a name from its value. */
const RELAXED = /^[ -<>-~]+$/;
const RELAXED_RULE = "a valid environment variable name must consist only of printable ASCII characters other than '='";
const STRICT = /^[-._a-zA-Z][-._a-zA-Z0-9]*$/;
const STRICT_RULE =
  "a valid environment variable name must consist of alphabetic characters, digits, '_', '-', or '.', and must not start with a digit " +
  "(e.g. 'my.env-name',  or 'MY_ENV.NAME',  or 'MyEnvName1', regex used for validation is '[-._a-zA-Z][-._a-zA-Z0-9]*')";

/** The rule for names of environment variables, and prefixes of such names, in all containers of a pod. */
export class EnvironmentNames {
  private known: boolean | undefined;

  constructor(
    private readonly spec: PodSpec,
    private readonly rules: Pick<PodRules, 'features' | 'existing'>,
  ) {}

  /** What is wrong with a name. */
  faultsOf(name: string): readonly string[] {
    const strict = strictFaults(name);
    if (strict.length === 0 || !this.isRelaxed) return strict;
    return RELAXED.test(name) ? [] : [RELAXED_RULE];
  }

  /** Also in a release that is strict: for an update that keeps such a name. */
  private get isRelaxed(): boolean {
    const { features, existing } = this.rules;
    return (this.known ??=
      features.enabled('RelaxedEnvironmentVariableValidation') || (!!existing && haveRelaxedName(this.spec, existing)));
  }
}

function strictFaults(name: string): readonly string[] {
  const faults = STRICT.test(name) ? [] : [STRICT_RULE];
  if (name === '.' || name === '..') return [...faults, `must not be '${name}'`];
  return name.startsWith('..') ? [...faults, "must not start with '..'"] : faults;
}

/** Whether both have a name that only the relaxed rule allows. */
function haveRelaxedName(spec: PodSpec, existing: PodSpec): boolean {
  const known = namesOf(existing);
  return [...namesOf(spec)].some((name) => known.has(name) && RELAXED.test(name) && strictFaults(name).length > 0);
}

function namesOf({ containers, initContainers, ephemeralContainers }: PodSpec): ReadonlySet<string> {
  const all = [containers, initContainers, ephemeralContainers].flatMap((list) => list ?? []);
  return new Set(
    all.flatMap(({ env = [], envFrom = [] }) => [
      ...env.map(({ name }) => name ?? ''),
      ...envFrom.map(({ prefix }) => prefix ?? ''),
    ]),
  );
}
