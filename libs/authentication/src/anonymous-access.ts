/** What decides whether requests without credentials are taken. */
export interface AnonymousCircumstances {
  /** `--anonymous-auth`; undefined when it was not given. */
  readonly flag: boolean | undefined;
  readonly modes: readonly string[];
  /** Release 1.x that the server behaves as. */
  readonly minor: number;
}

export interface AnonymousAccess {
  readonly enabled: boolean;
  /** What the operator should know, if anything. */
  readonly warning?: string;
}

/** The release in which it came, and was off until asked for (B-118, B-119). */
const FIRST_MINOR = 5;

/**
 * Whether requests without credentials are taken: yes unless told otherwise (B-120, B-122). Where everything is allowed to
 * everybody it is off, also against the flag: it would open the server to the whole network (B-121, D-066).
 */
export function anonymousAccess({ flag, modes, minor }: AnonymousCircumstances): AnonymousAccess {
  if (modes.includes('AlwaysAllow') && minor > FIRST_MINOR) {
    if (flag !== true) return { enabled: false };
    return {
      enabled: false,
      warning:
        'anonymous requests are refused: --anonymous-auth=true does not go with --authorization-mode=AlwaysAllow, which would let everybody do everything; use another mode',
    };
  }
  return { enabled: flag ?? minor > FIRST_MINOR };
}
