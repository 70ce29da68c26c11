import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf, listOf } from '../../../definition/field-type.js';
import { STOP_SIGNALS } from './stop-signals.js';

@Struct('core.v1.ExecAction')
export class ExecAction {
  @Field(1, listOf('string'), { listType: 'atomic' }) command?: string[];
}

@Struct('core.v1.HTTPHeader')
export class HTTPHeader {
  @Field(1, 'string', { required: true }) name: string;
  @Field(2, 'string', { required: true }) value: string;
}

@Struct('core.v1.HTTPGetAction')
export class HTTPGetAction {
  @Field(1, 'string', { default: '/' }) path?: string;
  @Field(2, 'intOrString', { required: true }) port: number | string;
  @Field(3, 'string') host?: string;
  @Field(4, enumOf('HTTP', 'HTTPS'), { goType: 'v1.URIScheme', default: 'HTTP' }) scheme?: string;
  @Field(5, listOf(() => HTTPHeader), { listType: 'atomic' }) httpHeaders?: HTTPHeader[];
}

@Struct('core.v1.TCPSocketAction')
export class TCPSocketAction {
  @Field(1, 'intOrString', { required: true }) port: number | string;
  @Field(2, 'string') host?: string;
}

@Struct('core.v1.GRPCAction', { since: 23 })
export class GRPCAction {
  @Field(1, 'int32', { required: true, since: 23 }) port: number;
  @Field(2, 'string', { pointer: true, default: '', since: 23 }) service?: string;
}

@Struct('core.v1.SleepAction', { since: 29 })
export class SleepAction {
  @Field(1, 'int64', { required: true, since: 29 }) seconds: number;
}

@Struct('core.v1.ProbeHandler', { since: 23 })
export class ProbeHandler {
  @Field(1, () => ExecAction, { pointer: true, since: 23 }) exec?: ExecAction;
  @Field(2, () => HTTPGetAction, { pointer: true, since: 23 }) httpGet?: HTTPGetAction;
  @Field(3, () => TCPSocketAction, { pointer: true, since: 23 }) tcpSocket?: TCPSocketAction;
  @Field(4, () => GRPCAction, { pointer: true, since: 23 }) grpc?: GRPCAction;
}

@Struct('core.v1.Probe', { inline: [{ number: 1, type: () => ProbeHandler }] })
export class Probe extends ProbeHandler {
  @Field(2, 'int32') initialDelaySeconds?: number;
  @Field(3, 'int32', { default: 1 }) timeoutSeconds?: number;
  @Field(4, 'int32', { default: 10 }) periodSeconds?: number;
  @Field(5, 'int32', { default: 1 }) successThreshold?: number;
  @Field(6, 'int32', { default: 3 }) failureThreshold?: number;
  @Field(7, 'int64', { pointer: true }) terminationGracePeriodSeconds?: number;
}

@Struct('core.v1.LifecycleHandler', { since: 23 })
export class LifecycleHandler {
  @Field(1, () => ExecAction, { pointer: true, since: 23 }) exec?: ExecAction;
  @Field(2, () => HTTPGetAction, { pointer: true, since: 23 }) httpGet?: HTTPGetAction;
  @Field(3, () => TCPSocketAction, { pointer: true, since: 23 }) tcpSocket?: TCPSocketAction;
  @Field(4, () => SleepAction, { pointer: true, since: 29 }) sleep?: SleepAction;
}

@Struct('core.v1.Lifecycle')
export class Lifecycle {
  @Field(1, () => LifecycleHandler, { pointer: true }) postStart?: LifecycleHandler;
  @Field(2, () => LifecycleHandler, { pointer: true }) preStop?: LifecycleHandler;
  @Field(3, enumOf(...STOP_SIGNALS), { goType: 'v1.Signal', pointer: true, since: 33 })
  stopSignal?: string;
}
