/**
 * What every process does: flags, configuration file, log, signals, event loop watchdog.
 * @module @orch/process
 */
export { SERVING, type EventLoopWatchdog, type TurnSubject } from './event-loop/event-loop-watchdog.js';
export { type CpuClock, threadCpuClock } from './event-loop/thread-cpu-clock.js';
export { LONG_TURN_MESSAGE } from './event-loop/long-turn-log.js';
export { NextTurn } from './event-loop/next-turn.js';
export type { TurnHistogram } from './event-loop/turn-histogram.js';
export { watchEventLoop } from './event-loop/watch-event-loop.js';
export { makeDirectory } from './files/make-directory.js';
export { readBytesIfPresent, readText, readTextIfPresent, readTextSync } from './files/read-text.js';
export { watchFiles } from './files/watch-files.js';
export { parseDuration } from './flags/duration.js';
export {
  flagGroup,
  type BoolFlag,
  type DurationFlag,
  type FlagDefinition,
  type FlagDeprecation,
  type FlagGroup,
  type FlagValue,
  type FlagValues,
  type IntFlag,
  type ListFlag,
  type StringFlag,
} from './flags/flag-definition.js';
export { helpText, type HelpHead } from './flags/help-text.js';
export { HIDDEN_ARGUMENTS_ENVIRONMENT, hiddenArgumentsText } from './flags/hidden-arguments.js';
export { longOption, longOptionArgument, type LongOption } from './flags/long-option.js';
export { mergeFlagGroups } from './flags/merge-flag-groups.js';
export { nearestName } from './flags/nearest-name.js';
export { unknownName } from './flags/unknown-name.js';
export { parseFlags, type FlagSources, type ParsedFlags } from './flags/parse-flags.js';
export { DEFAULT_DATA_DIR, processFlags } from './flags/process-flags.js';
export type { FlagError } from './flags/read-arguments.js';
export { readFlags, readFlagsOrExit, type CommandLine } from './flags/read-flags.js';
export { createLogger, type LoggerOptions } from './logger/create-logger.js';
export { LOG_LEVELS, silentLogger, type LogFields, type LogFormat, type LogLevel, Logger } from './logger/logger.js';
export { nestLogger } from './logger/nest-logger.js';
export { REDACTED, redact, redactText } from './logger/redact.js';
export { openFilesLimit } from './open-files-limit.js';
export { heapLimitBytes, processMemoryBytes } from './process-memory.js';
export { listOf } from './options/list-of.js';
export { listOfMaps, mapOf } from './options/map-of.js';
export { validated } from './options/validated.js';
export { propertyName, validateOptions } from './options/validate-options.js';
export { buildDate } from './run/build-date.js';
export { commandError } from './run/command-error.js';
export { UserFacingError } from './run/user-facing-error.js';
export { SYNCED_LINE, parseReadyLine, printReady, printSynced, readyLine } from './run/process-lines.js';
export { productVersion } from './run/product-version.js';
export {
  STOP_LIMIT_MS,
  START_MESSAGE,
  START_ON_MESSAGE_ENVIRONMENT,
  STOP_WITH_PARENT_ENVIRONMENT,
  runUntilSignal,
  type ProcessPort,
  type RunOptions,
  type Running,
  type Start,
} from './run/run-until-signal.js';
export { ShownError } from './run/shown-error.js';
export { UsageError } from './run/usage-error.js';
export { escapeLine, escapeTerminal } from './terminal/terminal-text.js';
