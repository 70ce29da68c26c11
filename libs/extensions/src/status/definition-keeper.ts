import { ApiError, atOnce, formatTime, sleep, type ApiObject, type Clock } from '@orch/apimachinery';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LoopbackClient } from '@orch/registry';
import type { Vocabulary } from '@orch/vocabulary';
import { hasItsNames } from './accepted-names.js';
import { approvalFinding } from './approval.js';
import { conditionOf, isTrue } from '@orch/api';
import type { DefinitionParts } from './definition-parts.js';
import { withStatus } from './definition-status.js';
import { GroupNames } from './group-names.js';
import { schemaViolations } from './schema-violations.js';
import { terminating, withFinding, withoutFinalizer } from './terminating.js';

/** Delay before a failed change is tried again. Unit: milliseconds. Doubles up to the second. */
const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 30_000;

/** Dependencies of the keeper. */
export interface DefinitionKeeperParts {
  /** Writes definitions. */
  readonly client: LoopbackClient;
  readonly vocabulary: Vocabulary;
  /** Deletes all objects of the kind, and resolves when none is left. Rejects when a delete fails. */
  readonly deleteInstances: (definition: DefinitionParts, ended: AbortSignal) => Promise<void>;
  readonly clock: Clock;
  readonly warn: (message: string, fields: Readonly<Record<string, unknown>>) => void;
  /** Aborted when the server closes. */
  readonly ended: AbortSignal;
}

/**
 * Keeps the status of definitions: names are accepted, conditions set, deleted definitions finalized. Every server of a shared store does
 * it; changes are computed from the newest state, so that doing it twice changes nothing. Names are decided one definition at a time.
 */
export class DefinitionKeeper {
  private readonly names = new GroupNames();
  /** Names of definitions to decide, with the newest state while others have it too: decoding a large one again takes long. */
  private readonly waiting = new Map<string, WeakRef<DefinitionParts> | undefined>();
  /** Running finalizations: aborted when the definition is gone, since one of its name may follow. */
  private readonly finalizing = new Map<string, AbortController>();
  /** Of definitions whose status is being changed: the change brings them here again. */
  private readonly violations = new Map<string, KnownViolations>();
  /** Failed attempts in a row, of each task. */
  private readonly failures = new Map<string, number>();
  private readonly resource: string;
  /** Nothing is decided until all names are known. */
  private isDeciding = true;

  constructor(private readonly parts: DefinitionKeeperParts) {
    this.resource = `customresourcedefinitions.${parts.vocabulary.groups.apiextensions}`;
  }

  /** A definition was there before the server started: nothing has to be decided if its status fits. */
  loaded(definition: DefinitionParts): void {
    this.names.set(definition);
    if (!isSettled(definition)) this.look(definition.metadata.name!);
  }

  /** All definitions are loaded: from here on, decisions are made. */
  begin(): void {
    void this.decideAll();
  }

  /** A definition was created or changed. */
  changed(definition: DefinitionParts): void {
    this.names.set(definition);
    this.look(definition.metadata.name!, definition);
  }

  /** A definition is gone: its names are free for others of its group. */
  removed(definition: DefinitionParts): void {
    this.names.delete(definition);
    this.waiting.delete(definition.metadata.name!);
    this.violations.delete(definition.metadata.name!);
    this.finalizing.get(definition.metadata.name!)?.abort();
    this.finalizing.delete(definition.metadata.name!);
    for (const task of ['decide', 'finish']) this.failures.delete(`${task} ${definition.metadata.name}`);
    for (const name of this.names.waitingIn(definition.spec.group)) this.look(name);
  }

  /** @param definition its newest state. Default: it is read. */
  private look(name: string, definition?: DefinitionParts): void {
    this.waiting.set(name, definition ? new WeakRef(definition) : this.waiting.get(name));
    if (!this.isDeciding) void this.decideAll();
  }

  private async decideAll(): Promise<void> {
    this.isDeciding = true;
    for (const [name, newest] of this.waiting) {
      this.waiting.delete(name);
      if (!this.parts.ended.aborted) await this.attempt('decide', name, () => this.decide(name, newest?.deref()));
    }
    this.isDeciding = false;
  }

  private async decide(name: string, newest: DefinitionParts | undefined): Promise<void> {
    // Large definitions take long to decode, and to look through: others have their turn in between.
    await nextTurn();
    const definition = newest ?? this.read(name);
    if (!definition) return;
    if (definition.metadata.deletionTimestamp !== undefined) return this.finalize(name);
    await nextTurn();
    const known = await this.knownViolations(definition);
    if (this.withStatus(definition, known) === definition) {
      this.violations.delete(name);
      return;
    }
    this.violations.set(name, known);
    await nextTurn();
    await this.change(definition, (current) => this.withStatus(current, known));
    const next = this.waiting.get(name)?.deref() ?? this.read(name);
    if (!next) return;
    const before = JSON.stringify(definition.status?.acceptedNames);
    this.names.set(next);
    // It may have given up a name that another one waits for.
    if (before === JSON.stringify(next.status?.acceptedNames)) return;
    for (const other of this.names.waitingIn(next.spec.group)) if (other !== name) this.look(other);
  }

  /** Looking through a large schema takes long: it is done once for a generation. */
  private async knownViolations(definition: DefinitionParts): Promise<KnownViolations> {
    const { name, uid, generation } = definition.metadata;
    const known = this.violations.get(name!);
    if (known && known.uid === uid && known.generation === generation) return known;
    return { uid, generation, violations: await inSeparateTurns(this.violationsOf(definition)) };
  }

  private violationsOf(definition: DefinitionParts): Generator<undefined, string | undefined> {
    return schemaViolations(definition, this.parts.vocabulary.schemaExtensionPrefix);
  }

  /** @param known of the definition when it was read: schemas are checked again only if it has changed since. */
  private withStatus(current: DefinitionParts, known: KnownViolations): DefinitionParts {
    const { spec, metadata } = current;
    if (metadata.deletionTimestamp !== undefined) return current;
    const { vocabulary } = this.parts;
    return withStatus(current, {
      inUse: this.names.takenByOthers(spec.group, metadata.name!),
      approval: approvalFinding(current, vocabulary),
      violations: metadata.generation === known.generation ? known.violations : atOnce(this.violationsOf(current)),
      now: this.now(),
    });
  }

  /** Runs concurrently with the decisions: objects may wait for their own finalizers. */
  private finalize(name: string): void {
    if (this.finalizing.has(name)) return;
    const gone = new AbortController();
    this.finalizing.set(name, gone);
    const ended = AbortSignal.any([this.parts.ended, gone.signal]);
    void this.attempt('finish', name, () => this.finish(name, ended)).finally(() => {
      if (this.finalizing.get(name) === gone) this.finalizing.delete(name);
    });
  }

  private async finish(name: string, ended: AbortSignal): Promise<void> {
    const { vocabulary, deleteInstances } = this.parts;
    const finalizer = vocabulary.finalizers.customResourceCleanup;
    const definition = this.read(name);
    if (!definition?.metadata.finalizers?.includes(finalizer)) return;
    await this.change(definition, (current) => withFinding(current, terminating.inProgress, this.now()));
    const isEstablished = isTrue(definition.status?.conditions ?? [], 'Established');
    if (isEstablished) {
      try {
        await deleteInstances(definition, ended);
      } catch (error) {
        if (ended.aborted) return;
        const why = error instanceof Error ? error.message : String(error);
        await this.change(definition, (current) => withFinding(current, terminating.failed(why), this.now()));
        throw error;
      }
    }
    const last = isEstablished ? terminating.completed : terminating.neverEstablished;
    await this.change(definition, (current) => withoutFinalizer(withFinding(current, last, this.now()), finalizer));
  }

  /** A missing definition needs no more, and another one of that name is decided by itself. */
  private async change(
    { metadata: { name = '', uid } }: DefinitionParts,
    compute: (current: DefinitionParts) => DefinitionParts,
  ): Promise<void> {
    const ifSame = (current: ApiObject): ApiObject =>
      current.metadata.uid === uid ? compute(current as DefinitionParts) : current;
    try {
      await this.parts.client.change(this.resource, '', name, ifSame, 'status');
    } catch (error) {
      if (!(error instanceof ApiError && error.reason === 'NotFound')) throw error;
    }
  }

  private read(name: string): DefinitionParts | undefined {
    return this.parts.client.read(this.resource, '', name) as DefinitionParts | undefined;
  }

  /** A failed attempt is repeated later, so that one definition does not hold up the others. */
  private async attempt(task: 'decide' | 'finish', name: string, act: () => void | Promise<void>): Promise<void> {
    const { clock, warn, ended } = this.parts;
    const key = `${task} ${name}`;
    try {
      await act();
      this.failures.delete(key);
    } catch (error) {
      if (ended.aborted || !this.read(name)) return;
      const failures = this.failures.get(key) ?? 0;
      this.failures.set(key, failures + 1);
      const againInMs = Math.min(FIRST_RETRY_MS * 2 ** failures, LAST_RETRY_MS);
      warn('the status of a custom resource definition could not be changed', { definition: name, error, againInMs });
      sleep(clock, againInMs, ended).then(
        () => this.look(name),
        () => undefined, // the server closes
      );
    }
  }

  private now(): string {
    return formatTime(this.parts.clock.now());
  }
}

/** A turn of the event loop for each step. */
async function inSeparateTurns<T>(work: Generator<undefined, T>): Promise<T> {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    await nextTurn();
  }
}

/** Violations of the schemas of one generation of a definition. */
interface KnownViolations {
  readonly uid: string | undefined;
  readonly generation: number | undefined;
  /** Undefined: none. */
  readonly violations: string | undefined;
}

/** Whether the names are those asked for, and in force, and no condition has to be removed. */
function isSettled(definition: DefinitionParts): boolean {
  const { metadata, status } = definition;
  const conditions = status?.conditions ?? [];
  return (
    metadata.deletionTimestamp === undefined &&
    isTrue(conditions, 'NamesAccepted') &&
    isTrue(conditions, 'Established') &&
    conditionOf(conditions, 'NonStructuralSchema') === undefined &&
    hasItsNames(definition)
  );
}
