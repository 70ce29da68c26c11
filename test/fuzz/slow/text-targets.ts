import { builtinKinds, compileKinds } from '@orch/api';
import { CompileFailure, EVALUATION_COST_LIMIT, ExpressionLanguage, Meter, celTypes } from '@orch/expressions';
import { redactText } from '../../../libs/process/src/logger/redact.js';
import { vocabularies } from '@orch/vocabulary';
import { FieldPath } from '@orch/apimachinery';
import { validateIscsi } from '../../../libs/api/src/core/v1/volume/network-sources.validation.js';
import { ruleFieldPath } from '../../../libs/structural-schema/src/rules/rule-field-path.js';
import { unlessRefused } from '../fuzz-target.js';
import type { SlowTarget } from './slow-target.js';

const TEXT = 1_024 * 1_024;
/** Longest text of a client in a line of the log: a path. */
const LOGGED = 64 * 1_024;
const POD = compileKinds(builtinKinds, vocabularies.kubernetes).find(({ gvk }) => gvk.kind === 'Pod')!;
const language = new ExpressionLanguage({ variables: { text: celTypes.STRING } });
const program = language.compile('text.trim().size() >= 0');
if (program instanceof CompileFailure) throw new Error(program.text);
const TRIMMED = program;

const podWith = (cpu: string): unknown => ({ spec: { containers: [{ name: 'c', resources: { limits: { cpu } } }] } });

/** Texts without a limit of their own, where patterns or loops read them: runs of one character, before one that does not fit. */
export const TEXT_TARGETS: readonly SlowTarget[] = [
  {
    name: 'slow-texts',
    maxLength: TEXT,
    seeds: [
      `x${' '.repeat(1_000_000)}x`,
      ' '.repeat(1_000_000),
      `${'iqn.2000-01.'.repeat(80_000)}!`,
      `iqn.2000-01.a:${':'.repeat(1_000_000)}`,
      `${'a.'.repeat(500_000)}://`,
      '-----BEGIN PRIVATE KEY-----'.repeat(30_000),
      `${'bearer '.repeat(100_000)}`,
      '\u0085'.repeat(100_000),
      `['${"\\'".repeat(500_000)}`,
      `['${"\\'".repeat(500_000)}\\`,
    ],
    tokens: [' ', '\t', 'x', ':', '.', '-', 'a.', 'iqn.', 'iqn.2000-01.a', '://', 'a://b@', 'bearer ', '-----BEGIN PRIVATE KEY-----', '-----END PRIVATE KEY-----'], // prettier-ignore
    *run(input) {
      const text = input.slice(0, TEXT);
      yield unlessRefused(() => POD.schema.decode(podWith(text), { unknownFields: [], duplicateFields: [] }));
      yield validateIscsi(FieldPath.of('iscsi'), { targetPortal: 'p', lun: 0, iqn: text });
      yield TRIMMED.evaluate([text], new Meter(EVALUATION_COST_LIMIT));
      yield ruleFieldPath(text, { properties: { a: {} } });
      yield redactText(text.slice(0, LOGGED));
    },
  },
];
