import { Field, Struct } from '../../definition/decorators.js';

/** Of `GET /version`; only in JSON. */
@Struct('pkg.version.Info', { description: 'Version of the server.' })
export class VersionInfo {
  @Field(undefined, 'string', { required: true, description: 'Major version of the server, `1`.' }) major: string;
  @Field(undefined, 'string', { required: true, description: 'Minor version of the server, `33`.' }) minor: string;
  @Field(undefined, 'string', { since: 33, description: 'Major version of the emulated release.' })
  emulationMajor?: string;
  @Field(undefined, 'string', { since: 33, description: 'Minor version of the emulated release.' })
  emulationMinor?: string;
  @Field(undefined, 'string', {
    since: 33,
    description: 'Major version of the oldest release that servers of the same cluster may have.',
  })
  minCompatibilityMajor?: string;
  @Field(undefined, 'string', {
    since: 33,
    description: 'Minor version of the oldest release that servers of the same cluster may have.',
  })
  minCompatibilityMinor?: string;
  @Field(undefined, 'string', { required: true, description: 'Semantic version of the server, with its build.' })
  gitVersion: string;
  @Field(undefined, 'string', { required: true, description: 'Commit from which the server was built.' })
  gitCommit: string;
  @Field(undefined, 'string', { required: true, description: '`clean` when the working tree had no changes.' })
  gitTreeState: string;
  @Field(undefined, 'string', { required: true, description: 'Time of the build, in RFC 3339 format.' })
  buildDate: string;
  @Field(undefined, 'string', { required: true, description: 'Version of the language runtime.' }) goVersion: string;
  @Field(undefined, 'string', { required: true, description: 'Compiler of the server.' }) compiler: string;
  @Field(undefined, 'string', { required: true, description: 'Operating system and architecture, `linux/amd64`.' })
  platform: string;
}
