import { VOCABULARY_ENVIRONMENT, VOCABULARY_NAMES } from '@orch/vocabulary';
import { Option, type Command } from 'commander';

/** Global options, before or after the subcommand. */
export interface GlobalOptions {
  readonly orchconfig?: string;
  readonly context?: string;
  readonly namespace?: string;
  readonly server?: string;
  readonly token?: string;
  readonly as?: string;
  readonly asUid?: string;
  readonly asGroup?: readonly string[];
  /** Each `key=value`. */
  readonly asUserExtra?: readonly string[];
  readonly insecureSkipTlsVerify?: boolean;
  /** A duration, or a number of seconds; `0` means no limit. */
  readonly requestTimeout: string;
  readonly vocabulary: string;
  /** From level 6 on, every call is logged on standard error. */
  readonly v: string;
}

export function addGlobalOptions(program: Command): Command {
  return program
    .option('--orchconfig <file>', 'client configuration file')
    .option('--context <name>', 'context of the client configuration')
    .option('-n, --namespace <name>', 'namespace of the request')
    .option('--server <url>', 'address of the server, instead of the one in the configuration')
    .option('--token <token>', 'bearer token, instead of the credentials in the configuration')
    .option('--as <user>', 'user to impersonate')
    .option('--as-uid <uid>', 'uid to impersonate')
    .option('--as-group <group>', 'group to impersonate, repeatable', collectWhole)
    .option('--as-user-extra <key=value>', 'extra attribute of the user to impersonate, repeatable', collectWhole)
    .option('--insecure-skip-tls-verify', "do not verify the server's certificate")
    .option('--request-timeout <duration>', 'timeout of a single request; 0 means no limit', '0')
    .addOption(
      new Option('--vocabulary <name>', 'names of groups and annotations')
        .choices(VOCABULARY_NAMES)
        .env(VOCABULARY_ENVIRONMENT)
        .default(VOCABULARY_NAMES[0]),
    )
    .option('-v, --v <level>', 'log level; 6 logs every call', '0');
}

/** Collects a repeatable option whose values may contain commas. */
export function collectWhole(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

/** Collects a repeatable option with comma-separated values. */
export function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, ...value.split(',').filter((item) => item !== '')];
}
