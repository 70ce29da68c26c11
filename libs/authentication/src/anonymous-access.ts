/** What decides whether anonymous requests are accepted. */
export interface AnonymousCircumstances {
  /** `--anonymous-auth`; undefined when it was not given. */
  readonly flag: boolean | undefined;
  readonly modes: readonly string[];
  /** Release 1.x that the server emulates. */
  readonly minor: number;
}

export interface AnonymousAccess {
  readonly enabled: boolean;
  /** A warning for the operator, if any. */
  readonly warning?: string;
}

/** The first release with anonymous access, in which it was off by default (B-118, B-119). */
const FIRST_MINOR = 5;

/**
 * Whether anonymous requests are accepted: yes by default (B-120, B-122). With AlwaysAllow it is off, even against the
 * flag: the server would be open to the whole network (B-121, D-066).
 */
export function anonymousAccess({ flag, modes, minor }: AnonymousCircumstances): AnonymousAccess {
  if (modes.includes('AlwaysAllow') && minor > FIRST_MINOR) {
    if (flag !== true) return { enabled: false };
    return {
      enabled: false,
      warning:
        'anonymous requests are refused: --anonymous-auth=true does not go with --authorization-mode=AlwaysAllow, which would allow everything to all users; use another mode',
    };
  }
  return { enabled: flag ?? minor > FIRST_MINOR };
}
