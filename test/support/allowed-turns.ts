/** Turns of the event loop that tests allow, in addition to the start of a server, for which the watchdog does not warn. */
export const allowedTurns: readonly { readonly of: RegExp; readonly why: string }[] = [
  {
    of: /^orch (?!apiserver|up)[^ ]+: .* cpuMs=[12]?\d\d(\.\d)? /,
    why: 'A process of controllers does its first work with code that was never run, all of them when their lists arrive. It answers no requests.',
  },
  {
    of: /^orch up: .* cpuMs=1?\d\d(\.\d)? durationMs=\S+ garbageCollectionMs=\S+ phase=serving others=0$/,
    why: 'The same, of the controllers of orch up: a turn of its server that a request began names the request.',
  },
];
