import type { UserInfo } from '@orch/api';
import type { Authorizer } from '@orch/http';

/** Which names are looked for: those of one resource, in rules with any of these verbs. */
export interface NamesQuestion {
  readonly verbs: readonly string[];
  readonly group: string;
  readonly resource: string;
}

/** An authorizer that can tell which objects its rules for somebody name. Whether it allows anything of them is not said. */
export interface NameTeller {
  namesFor(user: UserInfo, question: NamesQuestion, namespace: string): readonly string[];
}

/** The names an authorizer can tell; one that only decides tells none. */
export const namesFor = (
  authorizer: Authorizer,
  user: UserInfo,
  question: NamesQuestion,
  namespace: string,
): readonly string[] => (tellsNames(authorizer) ? authorizer.namesFor(user, question, namespace) : []);

const tellsNames = (authorizer: Authorizer): authorizer is Authorizer & NameTeller => 'namesFor' in authorizer;
