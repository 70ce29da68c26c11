const NAMED =
  'ABRT ALRM BUS CHLD CLD CONT FPE HUP ILL INT IO IOT KILL PIPE POLL PROF PWR QUIT SEGV STKFLT STOP SYS TERM TRAP TSTP TTIN ' +
  'TTOU URG USR1 USR2 VTALRM WINCH XCPU XFSZ';
const REAL_TIME = [
  'RTMIN',
  ...Array.from({ length: 15 }, (_, index) => `RTMIN+${index + 1}`),
  ...Array.from({ length: 14 }, (_, index) => `RTMAX-${14 - index}`),
  'RTMAX',
];

/** Signals that may end a container, by their full names. */
export const STOP_SIGNALS: readonly string[] = [...NAMED.split(' '), ...REAL_TIME].map((name) => `SIG${name}`);
