import { FieldPath, fieldError, type FieldError } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';

/** Pod security levels, from least to most restrictive. */
export const LEVELS = ['privileged', 'baseline', 'restricted'] as const;
export type Level = (typeof LEVELS)[number];

/** A violation is refused, recorded in the audit event, or returned as a warning. */
export const MODES = ['enforce', 'audit', 'warn'] as const;
export type Mode = (typeof MODES)[number];

/** A level, and the release whose rules apply. */
export interface LevelAndVersion {
  readonly level: Level;
  /** `latest`, or `v1.N`. */
  readonly version: string;
}

export type SecurityPolicy = Readonly<Record<Mode, LevelAndVersion>>;

type Labels = Readonly<Record<string, string>>;

/** `latest`, or `v1.N`. */
export const VERSION = /^(latest|v1\.(0|[1-9][0-9]*))$/;

/**
 * Policy from the labels of a namespace (C-168), by mode the defaults where it has none. Without a label `warn` is at least `enforce`, so that
 * workloads whose pods will be refused get a warning. An unknown level enforces `restricted`: labels are not validated while the plugin
 * is disabled.
 */
export function securityPolicy(
  labels: Labels = {},
  { labels: { podSecurityPrefix } }: Vocabulary,
  defaults: SecurityPolicy,
): SecurityPolicy {
  const labelOf = (mode: Mode): string | undefined => labels[podSecurityPrefix + mode];
  const of = (mode: Mode, unknown: Level): LevelAndVersion => {
    const [level, version] = [labelOf(mode), labels[`${podSecurityPrefix}${mode}-version`]];
    const { level: defaultLevel, version: defaultVersion } = defaults[mode];
    return {
      level: level === undefined ? defaultLevel : (levelOf(level) ?? unknown),
      version: version === undefined ? defaultVersion : isVersion(version) ? version : 'latest',
    };
  };
  const enforce = of('enforce', 'restricted');
  const warn = of('warn', 'privileged');
  const audit = of('audit', 'privileged');
  const isEnforceSet = levelOf(labelOf('enforce')) !== undefined;
  const isWarnLess = labelOf('warn') === undefined && isEnforceSet && compareLevels(enforce.level, warn.level) > 0;
  if (!isWarnLess) return { enforce, audit, warn };
  const hasVersion = labels[`${podSecurityPrefix}warn-version`] !== undefined;
  return { enforce, audit, warn: hasVersion ? { ...warn, level: enforce.level } : enforce };
}

const levelOf = (text: string | undefined): Level | undefined => LEVELS.find((known) => known === text);

/** `"baseline:latest"`, as messages show it. */
export const shownPolicy = ({ level, version }: LevelAndVersion): string => `"${level}:${version}"`;

/** The minor release of a version, Infinity for `latest`. */
export const minorOf = (version: string): number =>
  version === 'latest' ? Infinity : Number(version.slice('v1.'.length));

/** Negative where `a` allows more than `b`, 0 where they are the same level. */
export const compareLevels = (a: Level, b: Level): number => LEVELS.indexOf(a) - LEVELS.indexOf(b);

/** Labels of a namespace with an unknown level or version (C-168). */
export function validatePolicyLabels(labels: Labels = {}, vocabulary: Vocabulary): FieldError[] {
  const path = FieldPath.of('metadata', 'labels');
  const prefix = vocabulary.labels.podSecurityPrefix;
  return MODES.flatMap((mode) => {
    const level = labels[prefix + mode];
    const version = labels[`${prefix}${mode}-version`];
    return [
      ...(level === undefined || LEVELS.some((known) => known === level)
        ? []
        : [fieldError.invalid(path.key(prefix + mode), level, `must be one of ${LEVELS.join(', ')}`)]),
      ...(version === undefined || isVersion(version)
        ? []
        : [fieldError.invalid(path.key(`${prefix}${mode}-version`), version, 'must be "latest" or "v1.x"')]),
    ];
  });
}

const isVersion = (text: string): boolean => VERSION.test(text);
