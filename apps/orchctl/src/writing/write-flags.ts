import type { WriteOptions } from '@orch/client';
import type { Command } from 'commander';
import { DESCRIBED_FORMATS, describedPrinter, type ObjectPrinter } from '../printing/object-printer.js';
import { outputFormat, type OutputFormat } from '../printing/output-format.js';
import { UserError } from '../user-error.js';

/** Options of commands that write objects. */
export interface WriteFlags {
  readonly output?: string;
  readonly dryRun?: string | boolean;
  readonly fieldManager?: string;
  readonly validate: string;
}

/** The same, checked. */
export interface WriteWish {
  /** What the user describes is printed by a printer of its own. */
  readonly format: OutputFormat | ObjectPrinter;
  readonly dryRun: 'none' | 'client' | 'server';
  readonly fieldManager: string | undefined;
  readonly fieldValidation: 'Ignore' | 'Warn' | 'Strict';
}

const VALIDATIONS: Readonly<Record<string, WriteWish['fieldValidation']>> = {
  strict: 'Strict',
  true: 'Strict',
  warn: 'Warn',
  ignore: 'Ignore',
  false: 'Ignore',
};

export function addWriteOptions(command: Command): Command {
  return command
    .option('-o, --output <format>', 'json, yaml, name, jsonpath=TEMPLATE or custom-columns=HEADER:PATH,...')
    .option('--dry-run <where>', 'none, client or server: do not store anything')
    .option('--field-manager <name>', 'field manager of the write')
    .option('--validate <how>', 'unknown fields: strict, warn or ignore', 'strict');
}

/** @throws UserError. */
export function wishOf(flags: WriteFlags): WriteWish {
  const dryRun = flags.dryRun ?? 'none';
  if (dryRun !== 'none' && dryRun !== 'client' && dryRun !== 'server') {
    throw new UserError(`--dry-run=${String(dryRun)}: use none, client or server`);
  }
  const fieldValidation = Object.hasOwn(VALIDATIONS, flags.validate) ? VALIDATIONS[flags.validate] : undefined;
  if (!fieldValidation) throw new UserError(`--validate=${flags.validate}: use strict, warn or ignore`);
  return {
    format:
      describedPrinter(flags.output, true) ?? outputFormat(flags.output, ['json', 'yaml', 'name'], DESCRIBED_FORMATS),
    dryRun,
    fieldManager: flags.fieldManager,
    fieldValidation,
  };
}

/** @param manager owns the fields when the user names no manager. */
export function writeOptions(wish: WriteWish, manager: string): WriteOptions & { readonly fieldManager: string } {
  return {
    fieldManager: wish.fieldManager ?? manager,
    fieldValidation: wish.fieldValidation,
    ...(wish.dryRun === 'server' ? { dryRun: true } : {}),
  };
}

export function dryRunNote(wish: WriteWish): string {
  if (wish.dryRun === 'none') return '';
  return wish.dryRun === 'server' ? ' (server dry run)' : ' (dry run)';
}
