import { fieldError, type FieldError, type FieldPath } from '@orch/apimachinery';
import { checkPortNumber, checkPortReference } from '../../../validation/ports.js';
import { requireFields } from '../../../validation/required-fields.js';
import { validateOneOf, validatePresent } from '../../../validation/values.js';
import type { HTTPGetAction, LifecycleHandler, ProbeHandler } from './probe.js';

const SCHEMES = ['HTTP', 'HTTPS'];
const HEADER_NAME = /^[-A-Za-z0-9]+$/;

type Handler = ProbeHandler & LifecycleHandler;
type Action = keyof Handler;

/** Seconds that a lifecycle hook may pause. */
interface Pauses {
  /** The grace period of the pod. Default: 0. */
  readonly most?: number | undefined;
  readonly hasZero: boolean;
}

/** Exactly one handler of a probe or lifecycle hook, and a valid one (C-230). */
export function validateHandler(
  path: FieldPath,
  handler: Handler,
  known: readonly Action[],
  pauses: Pauses = { hasZero: true },
): FieldError[] {
  const [first, ...others] = known.filter((action) => handler[action] !== undefined);
  if (!first) return [fieldError.required(path, 'must specify a handler type')];
  return [
    ...validateAction(path, { [first]: handler[first] }, pauses),
    ...others.map((action) => fieldError.forbidden(path.child(action), 'may not specify more than 1 handler type')),
  ];
}

function validateAction(path: FieldPath, handler: Handler, pauses: Pauses): FieldError[] {
  const { exec, httpGet, tcpSocket, grpc, sleep } = handler;
  return [
    ...(exec ? requireFields(path.child('exec'), exec, 'command') : []),
    ...(httpGet ? validateHttpGet(path.child('httpGet'), httpGet) : []),
    ...(tcpSocket ? checkPortReference(path.child('tcpSocket').child('port'), tcpSocket.port) : []),
    ...(grpc ? checkPortNumber(path.child('grpc').child('port'), grpc.port) : []),
    ...(sleep ? validateSleep(path.child('sleep'), sleep.seconds ?? 0, pauses) : []),
  ];
}

const validateHttpGet = (path: FieldPath, get: HTTPGetAction): FieldError[] => [
  ...validatePresent(path.child('path'), get.path),
  ...checkPortReference(path.child('port'), get.port),
  ...validateOneOf(path.child('scheme'), get.scheme, SCHEMES),
  ...(get.httpHeaders ?? []).flatMap(({ name = '' }) =>
    HEADER_NAME.test(name)
      ? []
      : [
          fieldError.invalid(
            path.child('httpHeaders'), // kube-apiserver does not name the item
            name,
            "a valid HTTP header must consist of alphanumeric characters or '-' (e.g. 'X-Header-Name', regex used for " +
              "validation is '[-A-Za-z0-9]+')",
          ),
        ],
  ),
];

/** A hook that waits longer than the pod is given would be cut off. */
function validateSleep(path: FieldPath, seconds: number, { most = 0, hasZero }: Pauses): FieldError[] {
  if (seconds <= most && (hasZero ? seconds >= 0 : seconds > 0)) return [];
  const limit = `less than terminationGracePeriodSeconds (${most})`;
  const detail = hasZero
    ? `must be non-negative and ${limit}`
    : `must be greater than 0 and ${limit}. Enable AllowPodLifecycleSleepActionZeroValue feature gate for zero sleep.`;
  return [fieldError.invalid(path, seconds, detail)];
}
