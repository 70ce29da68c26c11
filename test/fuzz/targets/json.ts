import { decodeJson, replaceLoneSurrogates } from '@orch/apimachinery';
import { mustEqual, parsedJson, unlessRefused, type FuzzTarget } from '../fuzz-target.js';
import { mutatedBytes } from '../mutation.js';

const CORPUS = [
  '{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"a","labels":{"x/y":"z"}},"data":{"a":"1","a":"2"}}',
  '[1,-0,1.5e300,true,false,null,"\\u0000\\ud800\\n\\"",{"__proto__":{"x":1},"a":{"a":[[[]]]}}]',
  ' {"a" : "\\u00e4\u{1f600}" , "b":[ {} , [ ] ] } ',
];
const TOKENS = ['{', '}', '[', ']', ':', ',', '"', '\\', '"__proto__":', '"a":', '\\u', 'null', '1e999', '-', '\ufeff', '\u2028', '\0', '{"a":', '[[']; // prettier-ignore

/** The codec agrees with the parser of the language on what is JSON and what it says, except for lone surrogates. */
export const json: FuzzTarget<Uint8Array> = {
  name: 'json',
  inputs: mutatedBytes(CORPUS.map((text) => Buffer.from(text)), TOKENS.map((text) => Buffer.from(text))), // prettier-ignore
  run(bytes) {
    const body = unlessRefused(() => decodeJson(bytes));
    const text = Buffer.from(replaceLoneSurrogates(bytes)).toString();
    if (body) mustEqual(body.value, parsedJson(text), 'the value');
  },
};
