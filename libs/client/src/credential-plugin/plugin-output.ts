import { createSecureContext } from 'node:tls';
import type { PluginCredentials } from '../configuration/plugin-credentials.js';
import type { ClientCertificate, PluginCredential } from './plugin-credential.js';
import { pluginFailed } from './plugin-failed.js';

type Document = Readonly<Record<string, unknown>>;

/**
 * The credential in the output of a plugin: an ExecCredential as JSON (B-162).
 * @throws ConfigurationError PluginFailed. Its message has nothing of the output, which holds secrets, and it has no cause for the same reason.
 */
export function readPluginOutput(text: string, plugin: PluginCredentials): PluginCredential {
  const { kind, apiVersion, status } = documentIn(text, plugin);
  if (kind !== 'ExecCredential') throw pluginFailed(plugin, 'printed JSON that is not an ExecCredential');
  if (apiVersion !== plugin.apiVersion) {
    const printed = typeof apiVersion === 'string' && /^[\w./-]{1,100}$/.test(apiVersion) ? apiVersion : 'another one';
    throw pluginFailed(plugin, `is configured with apiVersion ${plugin.apiVersion}, and printed ${printed}`);
  }
  if (!isDocument(status)) throw pluginFailed(plugin, 'printed an ExecCredential without status');
  const token = textOf(plugin, status, 'token');
  const certificate = certificateOf(plugin, status);
  if (token === undefined && certificate === undefined) {
    throw pluginFailed(plugin, 'printed neither a token nor a client certificate with its key');
  }
  const expiresAtMs = expiryOf(plugin, status);
  return {
    ...(token === undefined ? {} : { token }),
    ...(certificate === undefined ? {} : { certificate }),
    ...(expiresAtMs === undefined ? {} : { expiresAtMs }),
  };
}

function documentIn(text: string, plugin: PluginCredentials): Document {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  if (!isDocument(document)) throw pluginFailed(plugin, 'printed something that is not a JSON object');
  return document;
}

function certificateOf(plugin: PluginCredentials, status: Document): ClientCertificate | undefined {
  const cert = textOf(plugin, status, 'clientCertificateData');
  const key = textOf(plugin, status, 'clientKeyData');
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined) throw pluginFailed(plugin, 'printed a client key without its certificate');
  if (key === undefined) throw pluginFailed(plugin, 'printed a client certificate without its key');
  if (!isPair(cert, key)) {
    const why = 'certificates and keys must be PEM, and the key that of the certificate';
    throw pluginFailed(plugin, `printed a client certificate that cannot be used: ${why}`);
  }
  return { cert, key };
}

function isPair(cert: string, key: string): boolean {
  try {
    createSecureContext({ cert, key });
    return true;
  } catch {
    // Errors of OpenSSL have no closed set of codes, and none of them is about anything but these texts.
    return false;
  }
}

const TIMESTAMP = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:[Zz]|[+-]\d{2}:\d{2})$/;

/** @returns milliseconds since 1970. */
function expiryOf(plugin: PluginCredentials, status: Document): number | undefined {
  const timestamp = status['expirationTimestamp'] ?? undefined;
  if (timestamp === undefined) return undefined;
  const isTimestamp = typeof timestamp === 'string' && TIMESTAMP.test(timestamp);
  const ms = isTimestamp ? Date.parse(timestamp.toUpperCase()) : Number.NaN;
  if (Number.isNaN(ms)) throw pluginFailed(plugin, 'printed an expirationTimestamp that is not RFC 3339');
  return ms;
}

function textOf(plugin: PluginCredentials, status: Document, key: string): string | undefined {
  const value = status[key];
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value !== 'string') throw pluginFailed(plugin, `printed a ${key} that is not a text`);
  return value;
}

const isDocument = (value: unknown): value is Document =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
