import { isPlainObject } from '../schema/plain-object.js';
import { ownerKey, type FieldOwner } from './field-owner.js';
import { FieldSetBuilder, LEAF, NO_FIELDS, withSelf, type FieldSet } from './field-set.js';
import { isManagerName } from './manager-name.js';
import { SELF, canonicalElement } from './path-element.js';

/** Maximum depth of FieldsV1 from clients. */
const MAX_DEPTH = 128;
/** Maximum number of members, and of list items among them: item keys are JSON, which takes ten times as long to sort. */
const MAX_MEMBERS: FieldBudget = { members: 20_000, items: 3_000 };
/** All owners of one object together: 40 ms of CPU time. */
const MAX_MEMBERS_OF_ALL: FieldBudget = { members: 40_000, items: 3_000 };
const MAX_OWNERS = 1_000;
/** Maximum length of a sub-resource name. Unit: characters. */
const MAX_SUBRESOURCE_CHARACTERS = 256;

/** Remaining budget. */
interface FieldBudget {
  members: number;
  items: number;
}

/**
 * Whether `managedFields` from a client clears the owners: a single empty entry does (A-169..A-172).
 * @param emptyList whether an empty list does too.
 */
export function clearsOwners(sent: unknown, emptyList: 'kept' | 'cleared'): boolean {
  if (!Array.isArray(sent) || sent.length > 1) return false;
  if (sent.length === 0) return emptyList === 'cleared';
  return isPlainObject(sent[0]) && Object.values(sent[0]).every((v) => v === undefined);
}

/**
 * Decodes `managedFields` from a client into the canonical form. Of duplicate owners the last one wins.
 * @returns undefined when there are none, or one of them is malformed: the stored ones stay then (C-124).
 */
export function readOwners(sent: unknown): readonly FieldOwner[] | undefined {
  if (!Array.isArray(sent) || sent.length === 0 || sent.length > MAX_OWNERS) return undefined;
  const owners = new Map<string, FieldOwner>();
  const all = { ...MAX_MEMBERS_OF_ALL };
  for (const entry of sent) {
    const owner = readOwner(entry, all);
    if (owner === undefined) return undefined;
    owners.set(ownerKey(owner), owner);
  }
  return [...owners.values()];
}

function readOwner(entry: unknown, all: FieldBudget): FieldOwner | undefined {
  if (!isPlainObject(entry)) return undefined;
  const { manager, operation, apiVersion, time, fieldsType, fieldsV1, subresource } = entry;
  if (operation !== 'Apply' && operation !== 'Update') return undefined;
  if (typeof apiVersion !== 'string' || apiVersion === '' || fieldsType !== 'FieldsV1') return undefined;
  if (!isTextOrAbsent(manager) || !isTextOrAbsent(time) || !isTextOrAbsent(subresource)) return undefined;
  if (!isManagerName(manager ?? '') || (subresource ?? '').length > MAX_SUBRESOURCE_CHARACTERS) return undefined;
  const fields = readFieldSet(fieldsV1 ?? {}, all);
  if (fields === undefined) return undefined;
  return {
    manager: manager ?? '',
    operation,
    apiVersion,
    ...(time === undefined ? {} : { time }),
    fieldsType,
    fieldsV1: fields,
    ...(subresource ? { subresource } : {}),
  };
}

const isTextOrAbsent = (value: unknown): value is string | undefined =>
  value === undefined || typeof value === 'string';

/**
 * Decodes FieldsV1 (A-238, C-131): members in order, elements in canonical form. Drops element types that this release does not
 * know.
 * @returns undefined when it is malformed, too deep or too large.
 */
export function readFieldSet(fields: unknown, all: FieldBudget = { ...MAX_MEMBERS_OF_ALL }): FieldSet | undefined {
  const budget = {
    members: Math.min(MAX_MEMBERS.members, all.members),
    items: Math.min(MAX_MEMBERS.items, all.items),
  };
  const before = { ...budget };
  const read = readNode(fields, 0, budget);
  all.members -= before.members - budget.members;
  all.items -= before.items - budget.items;
  return read === 'malformed' ? undefined : read.below;
}

type ReadNode = { readonly below: FieldSet; readonly self: boolean };

function readNode(node: unknown, depth: number, budget: FieldBudget): ReadNode | 'malformed' {
  if (!isPlainObject(node) || depth > MAX_DEPTH) return 'malformed';
  const members = new Map<string, FieldSet>();
  let self = false;
  for (const name of Object.keys(node)) {
    if (--budget.members < 0) return 'malformed';
    if (name === SELF) {
      self = true;
      continue;
    }
    if (name.charCodeAt(0) !== LETTER_F && --budget.items < 0) return 'malformed';
    const element = readElement(name);
    if (element === undefined) continue;
    if (element === 'malformed') return 'malformed';
    const inner = readNode(node[name], depth + 1, budget);
    if (inner === 'malformed') return 'malformed';
    members.set(element, inner.self ? withSelf(inner.below) : inner.below);
  }
  if (members.size === 0) return { below: NO_FIELDS, self: true };
  const set = new FieldSetBuilder();
  for (const [element, inner] of members) set.add(element, inner);
  return { below: set.build() ?? LEAF, self };
}

const LETTER_F = 0x66;

function readElement(name: string): string | undefined {
  try {
    return canonicalElement(name);
  } catch (error) {
    // Clients can only cause malformed JSON; any other error is a bug.
    if (error instanceof SyntaxError) return 'malformed';
    throw error;
  }
}
