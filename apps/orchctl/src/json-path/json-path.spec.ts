import { selectValues } from '@orch/apimachinery';
import { parseRelaxedPath } from './parse-path.js';
import { parseTemplate } from './parse-template.js';
import { renderTemplate } from './render-template.js';

const pods = {
  kind: 'List',
  items: [
    {
      metadata: { name: 'a', labels: { 'example.com/tier': 'front' } },
      spec: { containers: [{ name: 'x', ports: [1, 2, 3, 4] }, { name: 'y' }], nodeName: 'n1' },
      status: {
        restarts: 3,
        ready: true,
        conditions: [
          { type: 'Ready', status: 'True' },
          { type: 'Other', status: 'False' },
        ],
      },
    },
    { metadata: { name: 'b' }, spec: { containers: [{ name: 'z' }] }, status: { restarts: 0, ready: false } },
  ],
};

const render = (template: string): string => renderTemplate(parseTemplate(template), pods);

describe('templates', () => {
  for (const [template, text] of [
    ['plain', 'plain'],
    ['{.kind}', 'List'],
    ['{$.kind}', 'List'],
    ['{@.kind}', 'List'],
    ['a {.kind} b', 'a List b'],
    ['{.kind}{"\\t"}{.kind}{"\\n"}', 'List\tList\n'],
    ['{.kind "-" .kind}', 'List-List'],
    ['{.items[*].metadata.name}', 'a b'],
    ['{.items[0].metadata.name}', 'a'],
    ['{.items[-1].metadata.name}', 'b'],
    ['{.items[-2].metadata.name}', 'a'],
    ['{.items[-3].metadata.name}', ''],
    ['{.items[5].metadata.name}', ''],
    ['{.items[1,0].metadata.name}', 'b a'],
    ['{.items[0].spec.containers[0].ports[1:3]}', '2 3'],
    ['{.items[0].spec.containers[0].ports[::2]}', '1 3'],
    ['{.items[0].spec.containers[0].ports[-2:]}', '3 4'],
    ['{.items[0].spec.containers[0].ports}', '[1,2,3,4]'],
    ["{.items[0].metadata['name']}", 'a'],
    ["{['kind']}", 'List'],
    ["{.items[0].status['ready','restarts']}", 'true 3'],
    ["{.items[*].metadata.labels['example.com/tier']}", 'front'],
    ['{.items[*].metadata.labels.example\\.com/tier}', 'front'],
    ['{.items[*].spec.containers[*].name}', 'x y z'],
    ['{..name}', 'a x y b z'],
    ['{.items[0].metadata.*}', 'a {"example.com/tier":"front"}'],
    ['{.items[?(@.metadata.name=="b")].status.restarts}', '0'],
    ["{.items[?(@.metadata.name != 'b')].metadata.name}", 'a'],
    ['{.items[?(@.status.restarts>2)].metadata.name}', 'a'],
    ['{.items[?(@.status.restarts <= 0.5)].metadata.name}', 'b'],
    ['{.items[?(@.status.ready==true)].metadata.name}', 'a'],
    ['{.items[?(@.spec.nodeName)].metadata.name}', 'a'],
    ['{.items[0].status.conditions[?(@.type=="Ready")].status}', 'True'],
    ['{range .items[*]}{.metadata.name}={.status.restarts};{end}', 'a=3;b=0;'],
    ['{range .items[*]}{range .spec.containers[*]}{.name},{end}|{end}', 'x,y,|z,|'],
    ['{.nothing.here}', ''],
    ['{.kind.name}', ''],
    ['{.constructor}{.items[0].__proto__}', ''],
  ] as const) {
    it(JSON.stringify(template), () => expect(render(template)).toBe(text));
  }

  for (const [template, advice] of [
    ['{.kind', 'expected a path'],
    ['{.items[}', 'expected a number'],
    ['{.items[0}', 'expected "]"'],
    ['{.items[0:2:0]}', 'a step must be 1 or more'],
    ['{.items[?(@.a==)]}', 'expected @, a text'],
    ['{"open}', 'a quoted text does not end'],
    ['{range .items[*]}', '{range} without {end}'],
    ['{end}', '{end} without {range}'],
    ['{kind}', 'expected a path such as .metadata.name'],
    ['{.a..}', 'expected a name'],
  ] as const) {
    it(`refuses ${template}`, () => expect(() => parseTemplate(template)).toThrow(advice));
  }
});

describe('paths alone', () => {
  for (const path of ['.kind', 'kind', '{.kind}', '$.kind', "['kind']"]) {
    it(path, () => expect(selectValues(pods, parseRelaxedPath(path))).toEqual(['List']));
  }
  it('says where one should end', () => expect(() => parseRelaxedPath('.kind}')).toThrow('the path should end here'));
});
