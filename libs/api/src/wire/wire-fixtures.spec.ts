import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { kubernetesDefinitions } from './kubernetes-definitions.fixture.js';
import { protobufCodec } from './protobuf-codec.js';

/**
 * Pairs NAME.json and NAME.pb of the same object, in the kubernetes vocabulary. They stand outside of this tree:
 * ORCH_WIRE_FIXTURES names the folder.
 */
const FOLDER = process.env['ORCH_WIRE_FIXTURES'] ?? '';

const names = existsSync(FOLDER)
  ? readdirSync(FOLDER)
      .filter((file) => file.endsWith('.pb') && existsSync(join(FOLDER, file.replace(/\.pb$/, '.json'))))
      .map((file) => file.slice(0, -'.pb'.length))
  : [];

const pairs = names.map((name) => {
  const json = JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8')) as { kind: string; apiVersion: string };
  const definition = kubernetesDefinitions.find(
    ({ gvk, apiVersion }) => gvk.kind === json.kind && apiVersion === json.apiVersion,
  );
  return {
    name,
    json,
    bytes: readFileSync(join(FOLDER, `${name}.pb`)),
    codec: definition && protobufCodec(definition),
  };
});
const declared = pairs.filter((pair) => pair.codec !== undefined);
const undeclared = pairs.filter((pair) => pair.codec === undefined).map((pair) => pair.name);

// Skipped tests report the unchecked fixtures with the reason.
const listed = it.skip;

describe('wire fixtures', () => {
  if (pairs.length === 0) listed(`no objects in the folder ORCH_WIRE_FIXTURES=${FOLDER}`, () => undefined);
  if (undeclared.length > 0) listed(`kinds not declared yet: ${undeclared.join(', ')}`, () => undefined);

  for (const { name, json, bytes, codec } of declared) {
    it(`A-101 A-102 A-103 A-106 ${name} is written as exactly the bytes of the fixture`, () => {
      for (let time = 0; time < 2; time++) expect(codec!.encode(json).toString('hex')).toBe(bytes.toString('hex'));
    });

    it(`A-094 ${name} is read as exactly the value of the fixture`, () => {
      for (let time = 0; time < 2; time++) expect(codec!.decode(bytes)).toStrictEqual(json);
    });
  }
});
