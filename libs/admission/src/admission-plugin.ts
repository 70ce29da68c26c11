import type {
  AdmissionAttributes,
  CreateTarget,
  ObjectReader,
  ReadObject,
  UnreadAttributes,
  WriteScope,
} from '@orch/registry';
import type { ApiObject } from '@orch/apimachinery';

/** An admission plugin. `handles` selects its writes; a write it does not handle costs one call. */
export interface AdmissionPlugin {
  /** As `--enable-admission-plugins` and `--disable-admission-plugins` name it. */
  readonly name: string;
  readonly handles: (attributes: AdmissionAttributes) => boolean;
  /**
   * Whether it is asked about connections too (exec, attach, port forwarding, proxies: CONNECT), and about the objects of actions and reviews,
   * instead of about the writes that the server makes for them. Default: only about writes.
   */
  readonly connects?: boolean;
  /** Whether it reads the objects of a write that it handles, beyond their names. Absent: true. */
  readonly readsContent?: (attributes: UnreadAttributes) => boolean;
  /** As `waitsFor` of {@link Admission}. Absent: none. */
  readonly waitsFor?: (scope: WriteScope) => readonly string[] | Generator<undefined, readonly string[]>;
  /** Whether it mutates once, after the last round: it allocates something. Default: in each round. */
  readonly mutatesLast?: boolean;
  /** The object to store: the same one, or a changed one that shares unchanged parts. Not called for DELETE. */
  readonly mutate?: (attributes: AdmissionAttributes, rounds?: MutationRounds) => ApiObject | Promise<ApiObject>;
  /**
   * As `createPrecondition` of {@link Admission}, for every create. The store compares one object: two plugins with different objects need an
   * extension of its contract.
   */
  readonly createPrecondition?: (target: CreateTarget) => ReadObject | undefined;
  /** Whether it validates after all others: it charges for the write. Default: in the order of the plugins. */
  readonly validatesLast?: boolean;
  /** @throws ApiError to refuse. */
  readonly validate?: (attributes: AdmissionAttributes) => void | Promise<void>;
}

/** The rounds in which the mutating plugins of one write run: one, or two when a plugin asks for it. */
export interface MutationRounds {
  readonly isSecond: boolean;
  /** Asks for a second round: all mutating plugins run again. Without effect in the second. */
  again(): void;
  /** State of a plugin that outlives the first round. @param key its own. */
  memo<T>(key: string, make: () => T): T;
}

/** A plugin of an application that embeds the server, which reads objects. */
export interface WantsReader {
  /** Called once, before the first write. */
  setReader(reader: ObjectReader): void;
}

export const wantsReader = (plugin: AdmissionPlugin): plugin is AdmissionPlugin & WantsReader => 'setReader' in plugin;
