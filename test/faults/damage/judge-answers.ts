import { isDeepStrictEqual } from 'node:util';
import { parse } from 'yaml';
import type { Dice } from '../consistency/dice.js';
import { type ApiClient, type ApiObject, JSON_TYPE, type Answer, type WatchEvent } from './api-client.js';
import { eventsOf, revisionOf, type WrittenHistory } from './written-history.js';

const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io';
const YAML = 'application/yaml';
const PROTOBUF = 'application/vnd.kubernetes.protobuf';
/** Watches of each collection, each from a version of its own. */
const WATCHES = 3;

/** What was read from a server whose store is damaged. */
export interface Judgement {
  /** What was false. Empty: everything was as written, or an error. */
  readonly violations: readonly string[];
  /** How many answers were errors. */
  readonly errors: number;
  /** How many answers were 200. */
  readonly answers: number;
}

/**
 * Reads everything in every form and compares it with what was written.
 * @param mayLoseEnd the store may have lost the last changes (a log that was cut off): then all answers must show one and the same earlier state.
 */
export async function judgeAnswers(
  client: ApiClient,
  history: WrittenHistory,
  dice: Dice,
  { mayLoseEnd }: { readonly mayLoseEnd: boolean },
): Promise<Judgement> {
  const reading = new Reading(client, history);
  const lists = new Map<string, unknown>();
  for (const collection of history.collections) lists.set(collection, await reading.list(collection));
  const newest = history.revisions.at(-1)!;
  const fits = (revision: number): boolean =>
    history.collections.every((collection) => {
      const items = lists.get(collection);
      return items === undefined || isSame(items, [...history.stateAt(collection, revision).values()]);
    });
  const candidates = mayLoseEnd ? [0, ...history.revisions].filter(fits) : [newest];
  const revision = candidates.at(-1) ?? newest;
  for (const collection of history.collections) {
    const state = history.stateAt(collection, revision);
    const items = lists.get(collection);
    if (items !== undefined) reading.expectSame(`list ${collection}`, items, [...state.values()]);
    await reading.forms(collection, state);
    await Promise.all(history.names(collection).map((name) => reading.object(collection, name, state.get(name))));
  }
  const watches = await Promise.all(
    history.collections.flatMap((collection) => {
      const versions = history.changes.get(collection)!.map(revisionOf);
      return Array.from({ length: WATCHES }, () => reading.watch(collection, dice.pick(versions)));
    }),
  );
  // Where the last changes are a create and its delete, the state before them is the state after them: the watches show which it is.
  const last = candidates.findLast((candidate) => watches.every((watch) => countsAgree(watch, candidate))) ?? revision;
  for (const watch of watches) reading.judgeWatch(watch, last);
  return reading;
}

/** What one watch received. */
interface WatchAnswer {
  readonly what: string;
  /** Its resourceVersion. */
  readonly after: number;
  /** All changes of its collection after that version. */
  readonly changes: readonly WatchEvent[];
  readonly received: readonly WatchEvent[];
  /** Whether an ERROR event ended it. */
  readonly failed: boolean;
}

/** The changes that a watch owes when `last` is the newest revision that the store has. */
const dueOf = ({ changes }: WatchAnswer, last: number): readonly WatchEvent[] =>
  changes.filter((change) => revisionOf(change) <= last);

function countsAgree(watch: WatchAnswer, last: number): boolean {
  const due = dueOf(watch, last).length;
  return watch.failed ? watch.received.length <= due : watch.received.length === due && watch.after <= last;
}

class Reading implements Judgement {
  readonly violations: string[] = [];
  errors = 0;
  answers = 0;

  constructor(
    private readonly client: ApiClient,
    private readonly history: WrittenHistory,
  ) {}

  /** The items of a list; undefined for an error. */
  async list(collection: string): Promise<unknown> {
    const found = await this.ask(`list ${collection}`, collection, JSON_TYPE, jsonOf);
    return found && (found as { items: unknown }).items;
  }

  /** Lists in other forms. */
  async forms(collection: string, state: ReadonlyMap<string, ApiObject>): Promise<void> {
    const yaml = await this.ask(
      `YAML ${collection}`,
      collection,
      YAML,
      ({ bytes }) => parse(bytes.toString()) as unknown,
    );
    if (yaml) this.expectSame(`YAML ${collection}`, (yaml as { items: unknown }).items, [...state.values()]);
    const table = await this.ask(`Table ${collection}`, collection, TABLE, jsonOf);
    if (table) {
      const { rows } = table as { rows: { object: ApiObject }[] };
      const metadata = rows.map(({ object }) => ({ metadata: object.metadata }));
      this.expectSame(`Table ${collection}`, metadata, [...state.values()].map((object) => ({ metadata: object.metadata }))); // prettier-ignore
    }
    const isWhole = ({ bytes }: Answer) => bytes.subarray(0, 4).toString('latin1') === 'k8s\0';
    if ((await this.ask(`protobuf ${collection}`, collection, PROTOBUF, isWhole)) === false)
      this.violations.push(`protobuf ${collection}: not protobuf`);
  }

  async object(collection: string, name: string, expected: ApiObject | undefined): Promise<void> {
    const path = `${collection}/${name}`;
    const { status, bytes } = await this.client.ask('GET', path);
    if (status === 404 && expected === undefined) return;
    if (status === 404) return void this.violations.push(`GET ${path}: 404, but it was written`);
    const json = this.judge(`GET ${path}`, { status, bytes }, jsonOf);
    if (json === undefined) return;
    if (expected === undefined) return void this.violations.push(`GET ${path}: 200, but it was deleted`);
    this.expectSame(`GET ${path}`, [json], [expected]);
    const binary = await this.ask(`protobuf ${path}`, path, PROTOBUF, (answer) => answer.bytes);
    const written = this.history.stateAt(collection, Infinity).get(name);
    if (binary && isSame([expected], [written]) && !(binary as Buffer).equals(this.history.binary.get(path)!))
      this.violations.push(`protobuf ${path}: other bytes than before`);
  }

  async watch(collection: string, after: number): Promise<WatchAnswer> {
    const what = `watch ${collection} after ${after}`;
    const path = `${collection}?watch=true&timeoutSeconds=1&resourceVersion=${after}`;
    const events = await this.ask(what, path, JSON_TYPE, ({ bytes }) => eventsOf(bytes));
    const failed = events === undefined || events.at(-1)?.type === 'ERROR';
    if (events && failed) this.errors++;
    const received = failed ? (events?.slice(0, -1) ?? []) : events;
    const changes = this.history.changes.get(collection)!.filter((change) => revisionOf(change) > after);
    return { what, after, changes, received, failed };
  }

  /** @param last the newest revision that the store has. */
  judgeWatch(watch: WatchAnswer, last: number): void {
    const due = dueOf(watch, last);
    const { what, received, failed } = watch;
    if (!countsAgree(watch, last))
      this.violations.push(
        `${what}: ${received.length} of ${due.length} events, ${failed ? 'then an error' : 'no error'}`,
      );
    this.expectSame(what, received, due.slice(0, received.length));
  }

  expectSame(what: string, found: unknown, expected: readonly unknown[]): void {
    if (isSame(found, expected)) return;
    const items = Array.isArray(found) ? found : [];
    const at = expected.findIndex((item, n) => !isSame([items[n]], [item]));
    this.violations.push(
      `${what}: ${items.length} items instead of ${expected.length}; at ${at} ${JSON.stringify(items[at])} instead of ${JSON.stringify(expected[at])}`.slice(0, 400), // prettier-ignore
    );
  }

  private async ask<T>(
    what: string,
    path: string,
    accept: string,
    read: (answer: Answer) => T,
  ): Promise<T | undefined> {
    return this.judge(what, await this.client.ask('GET', path, undefined, accept), read);
  }

  /** What a 200 says; undefined for an error, which must be clear. */
  private judge<T>(what: string, answer: Answer, read: (answer: Answer) => T): T | undefined {
    const { status, bytes } = answer;
    try {
      if (status === 200) {
        this.answers++;
        return read(answer);
      }
      this.errors++;
      if (status !== 410 && status < 500) this.violations.push(`${what}: ${status} ${bytes.toString()}`);
      else if (
        bytes.subarray(0, 4).toString('latin1') !== 'k8s\0' &&
        !/message: ?|"message": ?"./.test(bytes.toString())
      )
        this.violations.push(`${what}: ${status} without a message: ${bytes.toString()}`);
    } catch (error) {
      this.violations.push(`${what}: ${status} that cannot be read: ${String(error)}`);
    }
    return undefined;
  }
}

const jsonOf = ({ bytes }: Answer): unknown => JSON.parse(bytes.toString());

/** Items of a list say no kind of their own. */
const isSame = (found: unknown, expected: readonly unknown[]): boolean =>
  Array.isArray(found) && isDeepStrictEqual(found.map(withoutKind), expected.map(withoutKind));

function withoutKind(item: unknown): unknown {
  if (typeof item !== 'object' || item === null) return item;
  const { kind: _kind, apiVersion: _apiVersion, ...rest } = item as Record<string, unknown>;
  return rest['object'] === undefined ? rest : { ...rest, object: withoutKind(rest['object']) };
}
