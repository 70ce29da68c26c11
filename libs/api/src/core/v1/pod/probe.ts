import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf, listOf } from '../../../definition/field-type.js';
import { STOP_SIGNALS } from './stop-signals.js';

@Struct('core.v1.ExecAction', { description: 'A command that is run in the container.' })
export class ExecAction {
  @Field(1, listOf('string'), {
    listType: 'atomic',
    description: 'Program and arguments, without a shell. Exit code 0 is success.',
  })
  command?: string[];
}

@Struct('core.v1.HTTPHeader', { description: 'A header of an HTTP request.' })
export class HTTPHeader {
  @Field(1, 'string', { required: true, description: 'Name of the header, in canonical spelling.' }) name: string;
  @Field(2, 'string', { required: true, description: 'Value of the header.' }) value: string;
}

@Struct('core.v1.HTTPGetAction', { description: 'An HTTP GET request. Status codes from 200 to 399 are success.' })
export class HTTPGetAction {
  @Field(1, 'string', { default: '/', description: 'Path of the request. Default: `/`.' }) path?: string;
  @Field(2, 'intOrString', { required: true, description: 'Port of the container, by number or name.' }) port:
    | number
    | string;
  @Field(3, 'string', {
    description:
      'Host of the request. Default: the IP address of the pod. For a virtual host, set the header Host instead.',
  })
  host?: string;
  @Field(4, enumOf('HTTP', 'HTTPS'), {
    goType: 'v1.URIScheme',
    default: 'HTTP',
    description: 'HTTP or HTTPS. Default: HTTP. Certificates are not verified.',
  })
  scheme?: string;
  @Field(5, listOf(() => HTTPHeader), {
    listType: 'atomic',
    description: 'Headers of the request; a name may be repeated.',
  })
  httpHeaders?: HTTPHeader[];
}

@Struct('core.v1.TCPSocketAction', { description: 'A TCP connection. Success if it opens.' })
export class TCPSocketAction {
  @Field(1, 'intOrString', { required: true, description: 'Port of the container, by number or name.' }) port:
    | number
    | string;
  @Field(2, 'string', { description: 'Host of the connection. Default: the IP address of the pod.' }) host?: string;
}

@Struct('core.v1.GRPCAction', { since: 23, description: 'A request to the gRPC health service.' })
export class GRPCAction {
  @Field(1, 'int32', { required: true, since: 23, description: 'Port of the gRPC service, 1 to 65535.' }) port: number;
  @Field(2, 'string', {
    pointer: true,
    default: '',
    since: 23,
    documentedDefault: 'own',
    description: 'Service in the health request. Default: empty, the whole server.',
  })
  service?: string;
}

@Struct('core.v1.SleepAction', { since: 29, description: 'A pause.' })
export class SleepAction {
  @Field(1, 'int64', { required: true, since: 29, description: 'Length of the pause in seconds.' }) seconds: number;
}

@Struct('core.v1.ProbeHandler', { since: 23, description: 'Action of a probe. Exactly one is set.' })
export class ProbeHandler {
  @Field(1, () => ExecAction, { pointer: true, since: 23, description: 'Runs a command in the container.' })
  exec?: ExecAction;
  @Field(2, () => HTTPGetAction, { pointer: true, since: 23, description: 'Sends an HTTP GET request.' })
  httpGet?: HTTPGetAction;
  @Field(3, () => TCPSocketAction, { pointer: true, since: 23, description: 'Opens a TCP connection.' })
  tcpSocket?: TCPSocketAction;
  @Field(4, () => GRPCAction, { pointer: true, since: 23, description: 'Queries the gRPC health service.' })
  grpc?: GRPCAction;
}

@Struct('core.v1.Probe', {
  inline: [{ number: 1, type: () => ProbeHandler }],
  description: 'A check of a container, made by the node.',
})
export class Probe extends ProbeHandler {
  @Field(2, 'int32', { description: 'Seconds between the start of the container and the first probe. Default: 0.' })
  initialDelaySeconds?: number;
  @Field(3, 'int32', { default: 1, description: 'Seconds after which a probe has failed, at least 1. Default: 1.' })
  timeoutSeconds?: number;
  @Field(4, 'int32', { default: 10, description: 'Seconds between probes, at least 1. Default: 10.' })
  periodSeconds?: number;
  @Field(5, 'int32', {
    default: 1,
    description:
      'Consecutive successes after a failure that count as success, at least 1. Default: 1, required for liveness and startup.',
  })
  successThreshold?: number;
  @Field(6, 'int32', {
    default: 3,
    description: 'Consecutive failures after a success that count as failure, at least 1. Default: 3.',
  })
  failureThreshold?: number;
  @Field(7, 'int64', {
    pointer: true,
    description: 'Grace period in seconds when this probe stops the container. Default: that of the pod.',
  })
  terminationGracePeriodSeconds?: number;
}

@Struct('core.v1.LifecycleHandler', { since: 23, description: 'Action of a lifecycle hook. Exactly one is set.' })
export class LifecycleHandler {
  @Field(1, () => ExecAction, { pointer: true, since: 23, description: 'Runs a command in the container.' })
  exec?: ExecAction;
  @Field(2, () => HTTPGetAction, { pointer: true, since: 23, description: 'Sends an HTTP GET request.' })
  httpGet?: HTTPGetAction;
  @Field(3, () => TCPSocketAction, { pointer: true, since: 23, description: 'Deprecated and without effect.' })
  tcpSocket?: TCPSocketAction;
  @Field(4, () => SleepAction, { pointer: true, since: 29, description: 'Pauses.' }) sleep?: SleepAction;
}

@Struct('core.v1.Lifecycle', { description: 'Actions at the start and stop of a container.' })
export class Lifecycle {
  @Field(1, () => LifecycleHandler, {
    pointer: true,
    description: 'Runs after the container is created. The container is restarted when it fails.',
  })
  postStart?: LifecycleHandler;
  @Field(2, () => LifecycleHandler, {
    pointer: true,
    description: 'Runs before the stop signal, within the grace period.',
  })
  preStop?: LifecycleHandler;
  @Field(3, enumOf(...STOP_SIGNALS), {
    goType: 'v1.Signal',
    pointer: true,
    since: 33,
    description: 'Signal that stops the container. Default: that of the image, else SIGTERM. Requires `spec.os.name`.',
  })
  stopSignal?: string;
}
