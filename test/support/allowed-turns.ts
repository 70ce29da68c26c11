/** Turns of the event loop that tests allow, in addition to the start of a server, for which the watchdog does not warn. */
export const allowedTurns: readonly { readonly of: RegExp; readonly why: string }[] = [
  {
    of: /^orch (?!apiserver|up)[^ ]+: .* cpuMs=1?\d\d(\.\d)? /,
    why: 'A process of controllers does its first work with code that was never run. It answers no requests.',
  },
];
