export { type EventLoopWatchdog, SERVING } from './event-loop/event-loop-watchdog.js';
export type { TurnSubject } from './event-loop/event-loop-watchdog.js';
export { LONG_TURN_MESSAGE } from './event-loop/long-turn-log.js';
export type { TurnHistogram } from './event-loop/turn-histogram.js';
export { watchEventLoop } from './event-loop/watch-event-loop.js';
export { parseDuration } from './flags/duration.js';
export { flagGroup } from './flags/flag-definition.js';
export type {
  BoolFlag,
  DurationFlag,
  FlagDefinition,
  FlagGroup,
  FlagValue,
  FlagValues,
  IntFlag,
  ListFlag,
  StringFlag,
} from './flags/flag-definition.js';
export { HIDDEN_ARGUMENTS_ENVIRONMENT, hiddenArgumentsText } from './flags/hidden-arguments.js';
export { helpText } from './flags/help-text.js';
export type { HelpHead } from './flags/help-text.js';
export { mergeFlagGroups } from './flags/merge-flag-groups.js';
export { editDistance, nearestName } from './flags/nearest-name.js';
export { parseFlags } from './flags/parse-flags.js';
export type { FlagError, FlagSources, ParsedFlags } from './flags/parse-flags.js';
export { DEFAULT_DATA_DIR, processFlags } from './flags/process-flags.js';
export { readFlags, readFlagsOrExit } from './flags/read-flags.js';
export type { CommandLine } from './flags/read-flags.js';
export { createLogger } from './logger/create-logger.js';
export type { LoggerOptions } from './logger/create-logger.js';
export { LOG_LEVELS, silentLogger } from './logger/logger.js';
export type { LogFields, LogFormat, Logger, LogLevel } from './logger/logger.js';
export { REDACTED, redact, redactText } from './logger/redact.js';
export { propertyName, validateOptions } from './options/validate-options.js';
export { buildDate } from './run/build-date.js';
export { ExplainedError } from './run/explained-error.js';
export { SYNCED_LINE, parseReadyLine, printReady, printSynced, readyLine } from './run/process-lines.js';
export { productVersion } from './run/product-version.js';
export { ShownError } from './run/shown-error.js';
export { STOP_LIMIT_MS, STOP_WITH_PARENT_ENVIRONMENT, runUntilSignal } from './run/run-until-signal.js';
export type { ProcessPort, RunOptions, Running, Start } from './run/run-until-signal.js';
export { UsageError } from './run/usage-error.js';
