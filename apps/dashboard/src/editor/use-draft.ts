import { useState } from 'preact/hooks';
import { ApiFailure, failureOf } from '../api/failure';
import type { ApiObject } from '../api/object';
import { pathOf } from '../api/resource';
import type { ObjectAddress } from '../live/live-object';
import type { Session } from '../session/session';
import { type OwnedField, ownedByOthers } from './field-managers';
import { type FieldProblem, fieldProblems } from '../api/field-problems';
import { editsOf, rebase } from './rebase';
import { objectOf, yamlOf } from './yaml-text';

const FIELD_MANAGER = 'dashboard';

export interface Review {
  /** As the server would store it. */
  readonly after: string;
  readonly owned: readonly OwnedField[];
  readonly edited: ApiObject;
}

interface DraftState {
  /** What the edits began with. */
  readonly base: ApiObject;
  readonly review?: Review;
  readonly problems: readonly FieldProblem[];
  /** Another client changed the object since. */
  readonly hasConflict: boolean;
  readonly isBusy: boolean;
}

export interface Draft extends DraftState {
  readonly check: (text: string) => Promise<void>;
  /** @returns whether it is stored. */
  readonly apply: () => Promise<boolean>;
  readonly cancelReview: () => void;
  /** The edits on top of the newest object, as text. */
  readonly rebase: (text: string, newest: ApiObject) => string;
  readonly startFrom: (object: ApiObject) => void;
}

const started = (base: ApiObject): DraftState => ({ base, problems: [], hasConflict: false, isBusy: false });

/** Edits of one object: checked by the server's dry run, then stored unless the object changed meanwhile. */
export function useDraft(session: Session, address: ObjectAddress, object: ApiObject): Draft {
  const [state, setState] = useState<DraftState>(started(object));
  const { base, review } = state;
  const attempt = async (work: () => Promise<DraftState>): Promise<boolean> => {
    setState({ ...state, problems: [], hasConflict: false, isBusy: true });
    try {
      setState(await work());
      return true;
    } catch (error) {
      const hasConflict = error instanceof ApiFailure && error.code === 409;
      setState({ base, problems: fieldProblems(failureOf(error)), hasConflict, isBusy: false });
      return false;
    }
  };
  return {
    ...state,
    check: async (text) => {
      await attempt(async () => {
        const edited = objectOf(text);
        const after = yamlOf(await put(session, address, edited, true));
        const owned = ownedByOthers(editsOf(base, edited), base.metadata.managedFields ?? [], FIELD_MANAGER);
        return { ...started(base), review: { edited, after, owned } };
      });
    },
    apply: () =>
      attempt(async () => started(review === undefined ? base : await put(session, address, review.edited, false))),
    cancelReview: () => setState(started(base)),
    rebase: (text, newest) => {
      const merged = rebase(base, objectOf(text), newest);
      setState(started(newest));
      return yamlOf(merged);
    },
    startFrom: (newest) => setState(started(newest)),
  };
}

function put(
  session: Session,
  { resource, namespace, name }: ObjectAddress,
  body: ApiObject,
  isDryRun: boolean,
): Promise<ApiObject> {
  const query = new URLSearchParams({
    fieldManager: FIELD_MANAGER,
    fieldValidation: 'Strict',
    ...(isDryRun && { dryRun: 'All' }),
  });
  return session.client.json(`${pathOf(resource, namespace, name)}?${query}`, { method: 'PUT', body });
}
