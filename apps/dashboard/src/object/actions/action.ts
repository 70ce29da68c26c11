import type { ApiClient } from '../../api/client';
import type { ApiObject } from '../../api/object';
import type { ObjectAddress } from '../../live/live-object';

/** Something a user may do with an object other than editing and deleting it. */
export interface Action {
  readonly text: string;
  /** What it does, shown before it is done. */
  readonly explanation: string;
  readonly isDangerous?: boolean;
  /** The right it needs. */
  readonly verb: string;
  readonly subresource?: string;
  /** Asks for a number first. */
  readonly question?: { readonly label: string; readonly current: number };
  readonly run: (client: ApiClient, address: ObjectAddress, answer: number) => Promise<unknown>;
}

/** The actions of one kind, for the state the object is in. */
export type ActionsOf = (object: ApiObject) => readonly Action[];
