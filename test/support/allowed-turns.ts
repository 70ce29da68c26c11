/** Turns of the event loop that tests let pass, beside the start of a server, whose turns the watchdog does not warn of. */
export const allowedTurns: readonly { readonly of: RegExp; readonly why: string }[] = [
  {
    of: /^orch (?!apiserver|up)[^ ]+: .* cpuMs=1?\d\d(\.\d)? /,
    why: 'A process of controllers does its first work with code that was never run. It answers no requests.',
  },
];
