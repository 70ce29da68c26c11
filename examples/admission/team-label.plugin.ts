import { Injectable } from '@nestjs/common';
import { ApiError, type AdmissionAttributes, type AdmissionPlugin, type ObjectReader, type WantsReader } from '@orch/server'; // prettier-ignore
import { Teams } from './teams.js';

const LABEL = 'team';
const NAMESPACES = { group: '', resource: 'namespaces' };

/** Gives each new pod the label `team` of its namespace, and refuses pods of unknown teams. */
@Injectable()
export class TeamLabel implements AdmissionPlugin, WantsReader {
  readonly name = 'TeamLabel';
  private reader!: ObjectReader;

  constructor(private readonly teams: Teams) {}

  setReader(reader: ObjectReader): void {
    this.reader = reader;
  }

  handles({ operation, subresource, definition }: AdmissionAttributes): boolean {
    return operation === 'CREATE' && subresource === '' && definition.gvr.resource === 'pods';
  }

  mutate({ object, namespace }: AdmissionAttributes) {
    const team = this.reader.read(NAMESPACES, '', namespace)?.metadata.labels?.[LABEL];
    if (team === undefined) return object!;
    return { ...object!, metadata: { ...object!.metadata, labels: { ...object!.metadata.labels, [LABEL]: team } } };
  }

  validate({ object, name }: AdmissionAttributes): void {
    const team = object!.metadata.labels?.[LABEL] ?? 'none';
    if (this.teams.isKnown(team)) return;
    throw ApiError.forbidden({ group: '', resource: 'pods', name }, `team ${JSON.stringify(team)} is unknown`);
  }
}
