import { onByDefault, stageIn, type FeatureHistory, type FeatureStage } from './feature-history.js';
import { GATES_WITHOUT_EFFECT } from './gates-without-effect.js';
import { KNOWN_FEATURES } from './known-features.js';
import { NEWEST_MINOR } from './releases.js';

/** Enabled features. */
export interface FeatureGates {
  /** Release 1.x that the server emulates. */
  readonly minor: number;
  /** An unknown gate is disabled. */
  enabled(gate: string): boolean;
}

/** A gate in one release. */
export interface FeatureState {
  readonly name: string;
  readonly stage: FeatureStage;
  readonly enabled: boolean;
}

/** An invalid setting. The message says what to do. */
export class FeatureGateError extends Error {
  override readonly name = 'FeatureGateError';
}

/**
 * The gates of a server that emulates release 1.`minor`, with the settings of its flag. A feature added after that release is
 * disabled (decision 020).
 */
export class ReleaseGates implements FeatureGates {
  private readonly on = new Set<string>();
  /** For the log, one per setting of a deprecated or general gate (B-329, B-392). */
  readonly warnings: readonly string[];

  /**
   * @param settings by gate; `AllAlpha` and `AllBeta` set all gates of their stage without an individual setting (D-234).
   * @throws FeatureGateError for a gate that is unknown, later than the release, removed, or locked (A-507, A-508, B-391).
   */
  constructor(
    readonly minor = NEWEST_MINOR,
    settings: ReadonlyMap<string, boolean> = new Map(),
  ) {
    const warnings: string[] = [];
    for (const [name, history] of Object.entries(KNOWN_FEATURES)) {
      const stage = stageIn(history, minor);
      const setting = settings.get(name) ?? settings.get((stage && GROUPS[stage]) ?? '');
      if (setting ?? onByDefault(history, minor)) this.on.add(name);
    }
    for (const [name, value] of settings) {
      if (Object.values(GROUPS).includes(name)) continue;
      const warning = checkSetting(name, value, minor);
      if (warning !== undefined) warnings.push(warning);
    }
    this.warnings = warnings;
  }

  enabled(gate: string): boolean {
    return this.on.has(gate);
  }

  /** Names of all enabled gates. */
  get names(): readonly string[] {
    return [...this.on];
  }

  /** All gates of the release, by name. */
  states(): FeatureState[] {
    return Object.entries(KNOWN_FEATURES).flatMap(([name, history]) => {
      const stage = stageIn(history, this.minor);
      return stage === undefined || stage === 'removed' ? [] : [{ name, stage, enabled: this.enabled(name) }];
    });
  }
}

/**
 * Gates to document: those with an effect that can be set to either value, and all deprecated ones (B-393), by name.
 * @param minor release 1.x. Default: the newest.
 */
export function documentedGates(minor = NEWEST_MINOR): FeatureState[] {
  const deprecated = Object.entries(GATES_WITHOUT_EFFECT).flatMap(([name, history]) =>
    stageIn(history, minor) === 'deprecated' ? [{ name, stage: 'deprecated' as const, enabled: false }] : [],
  );
  return [...new ReleaseGates(minor).states().filter(({ stage }) => stage !== 'ga'), ...deprecated].sort((a, b) =>
    a.name.localeCompare(b.name),
  );
}

/** Settings for all gates of a stage. */
const GROUPS: Partial<Record<FeatureStage, string>> = { alpha: 'AllAlpha', beta: 'AllBeta' };

function checkSetting(name: string, value: boolean, minor: number): string | undefined {
  const history = historyOf(KNOWN_FEATURES, name) ?? historyOf(GATES_WITHOUT_EFFECT, name);
  if (!history) {
    throw new FeatureGateError(`unrecognized feature gate ${JSON.stringify(name)}: --help lists those there are`);
  }
  const stage = stageIn(history, minor);
  if (stage === undefined) {
    throw new FeatureGateError(
      `cannot set feature gate ${name} to ${value}, feature is PreAlpha at emulated version 1.${minor}: leave it out`,
    );
  }
  if (stage === 'removed') {
    throw new FeatureGateError(`feature gate ${name} is gone in release 1.${minor}: leave it out`);
  }
  if (stage === 'ga' && !value) {
    throw new FeatureGateError(`cannot set feature gate ${name} to false, feature is locked to true: leave it out`);
  }
  if (stage === 'ga') return `Setting GA feature gate ${name}=true. It will be removed in a future release.`;
  if (stage === 'deprecated') {
    return `Setting deprecated feature gate ${name}=${value}. It will be removed in a future release.`;
  }
  if (!historyOf(KNOWN_FEATURES, name)) return `Setting feature gate ${name}=${value} has no effect on this server.`;
  return undefined;
}

const historyOf = (table: Readonly<Record<string, FeatureHistory>>, name: string): FeatureHistory | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

/**
 * Parses `Name=true` and `Name=false`; the last setting of a name applies.
 * @throws FeatureGateError for a malformed setting (D-234).
 */
export function parseFeatureSettings(texts: readonly string[]): Map<string, boolean> {
  const settings = new Map<string, boolean>();
  for (const text of texts) {
    const [name = '', value, ...rest] = text.split('=').map((part) => part.trim());
    if (rest.length > 0 || value === undefined || !VALUES.has(value.toLowerCase())) {
      throw new FeatureGateError(`${JSON.stringify(text)} is not a valid setting: write Name=true or Name=false`);
    }
    settings.set(name, VALUES.get(value.toLowerCase())!);
  }
  return settings;
}

const VALUES: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['t', true],
  ['1', true],
  ['false', false],
  ['f', false],
  ['0', false],
]);
