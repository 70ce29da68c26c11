import { dirname, resolve } from 'node:path';
import { ApiError, decodeYaml, errorMessage, isPlainObject, type DecodedBody } from '@orch/apimachinery';
import { listOfMaps, readText } from '@orch/process';
import type { Vocabulary } from '@orch/vocabulary';
import { Allow, ArrayUnique, IsNotEmpty, IsOptional, IsString } from 'class-validator';
import { AdmissionConfigurationError } from '../plugin-document/admission-configuration-error.js';
import { pluginConfiguration, type PluginDocument } from '../plugin-document/plugin-document.js';

class PluginEntry {
  @IsString({ message: 'is needed: the name of an admission plugin' })
  @IsNotEmpty({ message: 'is needed: the name of an admission plugin' })
  name: string;

  @IsOptional()
  @IsString({ message: 'must be the path of a file' })
  path?: string;

  @IsOptional()
  @Allow()
  configuration?: unknown;
}

class AdmissionConfigurationFile {
  @IsOptional()
  @listOfMaps(() => PluginEntry)
  @ArrayUnique(({ name }: PluginEntry) => name, { message: 'must not name one plugin twice' })
  plugins?: PluginEntry[];
}

/** Plugins whose own file may be given in the place of the file that names the plugins, and its only field. */
const WHOLE_FILES: Readonly<Record<string, string>> = {
  ImagePolicyWebhook: 'imagePolicy',
  PodNodeSelector: 'podNodeSelectorPluginConfig',
};

/**
 * Reads the file of `--admission-control-config-file` (B-276): the configuration of each named plugin, inline or from a file, whose path is
 * relative to it. Files of plugins that do not run are not read.
 * @throws AdmissionConfigurationError; errors of the file system.
 */
export async function readPluginDocuments(
  file: string,
  plugins: readonly string[],
  { groups, pluginConfigurationGroups }: Vocabulary,
): Promise<ReadonlyMap<string, PluginDocument>> {
  const document = await readDocument(file);
  const whole = wholeFileOf(document);
  if (whole) return new Map(plugins.filter((name) => whole.includes(name)).map((name) => [name, document]));
  const { plugins: entries = [] } = pluginConfiguration(AdmissionConfigurationFile, document, [
    { apiVersion: `${groups.apiserverConfig}/v1`, kind: 'AdmissionConfiguration' },
    { apiVersion: `${pluginConfigurationGroups.formerAdmission}/v1alpha1`, kind: 'AdmissionConfiguration' },
  ]);
  const documents = new Map<string, PluginDocument>();
  for (const [index, { name, path = '', configuration }] of entries.entries()) {
    if (!plugins.includes(name)) continue;
    const source = `plugins[${index}].configuration`;
    if (configuration !== undefined) documents.set(name, { source, value: configuration, duplicateFields: [] });
    else if (path !== '') documents.set(name, await readFileOf(name, resolve(dirname(file), path)));
  }
  return documents;
}

/** Names of the plugins whose configuration the file itself is. */
function wholeFileOf({ value }: PluginDocument): readonly string[] | undefined {
  if (!isPlainObject(value) || value['apiVersion'] !== undefined || value['kind'] !== undefined) return undefined;
  const names = Object.keys(WHOLE_FILES).filter((name) => Object.hasOwn(value, WHOLE_FILES[name]!));
  return names.length === 0 ? undefined : names;
}

async function readFileOf(plugin: string, path: string): Promise<PluginDocument> {
  try {
    return await readDocument(path);
  } catch (error) {
    if (error instanceof AdmissionConfigurationError) throw error;
    throw new AdmissionConfigurationError(`configuration of ${plugin}: ${errorMessage(error)}`, { cause: error });
  }
}

async function readDocument(source: string): Promise<PluginDocument> {
  const { value, duplicateFields } = decoded(source, await readText(source));
  return { source, value, duplicateFields };
}

function decoded(source: string, text: string): DecodedBody {
  try {
    return decodeYaml(text);
  } catch (error) {
    if (error instanceof ApiError)
      throw new AdmissionConfigurationError(`${source}: ${error.message}`, { cause: error });
    throw error;
  }
}
