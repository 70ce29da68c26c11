import { FieldPath, fieldError, type FieldError } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';

/** How much a pod may do, from all to least. */
export const LEVELS = ['privileged', 'baseline', 'restricted'] as const;
export type Level = (typeof LEVELS)[number];

/** What becomes of a pod that may not: refused, written down, or told to who sends it. */
export const MODES = ['enforce', 'audit', 'warn'] as const;
export type Mode = (typeof MODES)[number];

/** One level, and the release whose rules it means. */
export interface LevelAndVersion {
  readonly level: Level;
  /** `latest`, or `v1.N`. */
  readonly version: string;
}

export type SecurityPolicy = Readonly<Record<Mode, LevelAndVersion>>;

type Labels = Readonly<Record<string, string>>;

const VERSION = /^v1\.(0|[1-9][0-9]*)$/;

/** What the labels of a namespace say (C-168). What they do not say, or say wrongly, is not restricted. */
export function securityPolicy(labels: Labels = {}, { labels: { podSecurityPrefix } }: Vocabulary): SecurityPolicy {
  const of = (mode: Mode): LevelAndVersion => {
    const level = LEVELS.find((known) => known === labels[podSecurityPrefix + mode]) ?? 'privileged';
    const version = labels[`${podSecurityPrefix}${mode}-version`] ?? '';
    return { level, version: isVersion(version) ? version : 'latest' };
  };
  return { enforce: of('enforce'), audit: of('audit'), warn: of('warn') };
}

/** Labels of a namespace that say nothing that is known (C-168). */
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

const isVersion = (text: string): boolean => text === 'latest' || VERSION.test(text);
