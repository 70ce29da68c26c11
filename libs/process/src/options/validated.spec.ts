import { Allow, IsDefined, IsIn, IsOptional, IsString, MinLength } from 'class-validator';
import { listOf } from './list-of.js';
import { listOfMaps, mapOf } from './map-of.js';
import { validated } from './validated.js';

class Port {
  @IsString({ message: 'must be a text' })
  @MinLength(2)
  name: string;

  @IsOptional()
  @IsString()
  note?: string;
}

class File {
  @Allow()
  apiVersion: string;

  @IsIn(['File'])
  kind: string;

  @IsOptional()
  @listOf((item) => (typeof item === 'string' ? undefined : 'must be a text'))
  hosts?: string[];

  @IsDefined({ message: 'is needed' })
  @mapOf(() => Port)
  port: Port;

  @IsOptional()
  @listOfMaps(() => Port)
  ports?: Port[];
}

const VERSIONS = ['example.com/v1beta1', 'example.com/v1'];
const head = { apiVersion: 'example.com/v1', kind: 'File' };
const of = (value: unknown, duplicateFields: readonly string[] = []) =>
  validated(File, { value, duplicateFields }, VERSIONS);

it('makes instances of the classes', () => {
  const file = of({ ...head, hosts: ['a'], port: { name: 'http' }, ports: [{ name: 'https' }] });
  expect(file).toBeInstanceOf(File);
  expect(file).toMatchObject({ hosts: ['a'], port: { name: 'http' }, ports: [{ name: 'https' }] });
  expect((file as File).ports![0]).toBeInstanceOf(Port);
});

it('leaves out optional fields with null, also in lists', () => {
  const file = of({ ...head, hosts: null, port: { name: 'a1', note: null }, ports: [{ name: 'a2', note: null }] });
  expect(Object.keys(file)).not.toContain('hosts');
  expect((file as File).port).toEqual({ name: 'a1' });
  expect((file as File).ports).toEqual([{ name: 'a2' }]);
});

const invalid: [fields: object, problems: string[]][] = [
  [{ apiVersion: 'v1' }, ['apiVersion: must be among example.com/v1beta1, example.com/v1, not v1']],
  [{ apiVersion: 1 }, ['apiVersion: must be among example.com/v1beta1, example.com/v1']],
  [{ kind: 'Other' }, ['kind: must be one of the following values: File']],
  [{ hosts: 'a' }, ['hosts: must be a list']],
  [{ hosts: ['a', 2] }, ['hosts[1]: must be a text']],
  [{ port: null }, ['port: is needed']],
  [{ port: 'http' }, ['port: must be a map']],
  [{ port: [{ name: 'http' }] }, ['port: must be a map']],
  [{ port: {} }, ['port.name: must be a text']],
  [{ port: { name: 'a' } }, ['port.name: must be longer than or equal to 2 characters']],
  [{ port: { name: 'http', number: 80 } }, ['port.number: is not a known field: use name, note']],
  [{ ports: { name: 'http' } }, ['ports: must be a list']],
  [{ ports: 'http' }, ['ports: must be a list']],
  [{ ports: [{ name: 'http' }, null] }, ['ports[1]: must be a map']],
  [{ ports: [[{}]] }, ['ports[0]: must be a map']],
  [{ ports: [{ name: 'http' }, { name: 1 }] }, ['ports[1].name: must be a text']],
  [{ prots: null }, ['prots: is not a known field: use apiVersion, kind, hosts, port, ports']],
  [{ prots: [] }, ['prots: is not a known field: use apiVersion, kind, hosts, port, ports']],
];
it.each(invalid)('reports the problems of %j with their paths', (fields, problems) =>
  expect(of({ ...head, port: { name: 'http' }, ...fields })).toEqual(problems),
);

it('reports all problems', () =>
  expect(of({ hosts: 1, port: { name: 'http' }, ports: [{}] })).toEqual([
    expect.stringMatching(/^apiVersion: /),
    expect.stringMatching(/^kind: /),
    'hosts: must be a list',
    'ports[0].name: must be a text',
  ]));

it.each([[[]], ['text'], [null], [5]])('reports that %j is not a map', (value) =>
  expect(of(value)).toEqual(['must be a map']),
);

it('names the only apiVersion', () => {
  const document = { value: { ...head, apiVersion: 'v1', port: { name: 'http' } }, duplicateFields: [] };
  expect(validated(File, document, ['example.com/v1'])).toEqual(['apiVersion: must be example.com/v1, not v1']);
});

it('checks documents without apiVersion', () => {
  expect(validated(Port, { value: { name: 'http' }, duplicateFields: [] })).toEqual({ name: 'http' });
  expect(validated(Port, { value: {}, duplicateFields: [] })).toEqual(['name: must be a text']);
});

it.each(['__proto__', 'constructor'])('reports the field %s, which class-transformer would skip', (name) => {
  expect(of(JSON.parse(`{"${name}":{}}`))).toEqual([`${name}: is not a known field`]);
  expect(of(JSON.parse(`{"ports":[{"${name}":1}]}`))).toEqual([`ports[0].${name}: is not a known field`]);
});

it('reports duplicate fields', () =>
  expect(of({ kind: 'File' }, ['kind', 'port.name'])).toEqual(['holds one field twice: kind, port.name']));
