import type { ApiObject } from '@orch/apimachinery';
import { customScale, validateScaleSpec, validateScaleStatus } from './scale.js';

const paths = { specReplicasPath: '.spec.sets.count', statusReplicasPath: '.status.count', labelSelectorPath: '.status.selector' }; // prettier-ignore
const widget = (members: object): ApiObject =>
  ({ apiVersion: 'k.example.com/v1', kind: 'Widget', metadata: { name: 'a', uid: 'u' }, ...members }) as ApiObject;
const texts = (errors: readonly { field: string; detail: string }[]) =>
  errors.map(({ field, detail }) => `${field}: ${detail}`);

describe('scale of a custom kind', () => {
  const scale = customScale(paths);

  it('shows what its paths hold', () => {
    const shown = scale.view!.read(widget({ spec: { sets: { count: 2 } }, status: { count: 1, selector: 'a=b' } }));
    expect(shown).toMatchObject({ metadata: { uid: 'u' }, spec: { replicas: 2 }, status: { replicas: 1, selector: 'a=b' } }); // prettier-ignore
  });

  it('is an error without the wanted number, or with a value of another type', () => {
    const read = (members: object) => () => scale.view!.read(widget(members));
    expect(read({})).toThrow('the spec replicas field ".spec.sets.count" does not exist');
    expect(read({ spec: { sets: 'x' } })).toThrow(
      '.spec.sets.count accessor error: x is of the type string, expected map[string]interface{}',
    );
    expect(read({ spec: { sets: { count: 'x' } } })).toThrow('x is of the type string, expected int64');
    expect(read({ spec: [] })).toThrow('.spec.sets accessor error: [] is of the type []interface {}, expected map');
    expect(read({ spec: { sets: { count: { b: [1, null], a: 'x' } } } })).toThrow(
      'map[a:x b:[1 <nil>]] is of the type',
    );
  });

  it('an object without replicas can be scaled, but not be left without them', () => {
    const old = widget({ spec: { other: 1 } });
    const scaled = scale.view!.readForUpdate!(old);
    expect(scaled).toMatchObject({ spec: { replicas: -2147483648 }, status: { replicas: 0 } });
    const sent = { ...scaled, spec: { replicas: 2 } } as ApiObject;
    expect(scale.prepareForUpdate(sent, old, {} as never)['spec']).toEqual({ other: 1, sets: { count: 2 } });
    expect(() => scale.prepareForUpdate(scaled as ApiObject, old, {} as never)).toThrow(
      'the spec replicas field ".spec.sets.count" cannot be empty',
    );
  });

  it('shows the beginning of a large value in messages', () => {
    const count = Object.fromEntries(Array.from({ length: 90_000 }, (_, i) => [`k${i}`, 'v']));
    const [error] = validateScaleSpec(widget({ spec: { sets: { count } } }), paths);
    expect(error!.detail.length).toBeLessThan(2_000);
    expect(error!.detail).toContain('map[k0:v k1:v k10:v');
  });

  it('a write changes the path alone, and adds its parents', () => {
    const written = scale.prepareForUpdate(
      widget({ spec: { replicas: 4 } }),
      widget({ spec: { other: 1 } }),
      {} as never,
    );
    expect(written['spec']).toEqual({ other: 1, sets: { count: 4 } });
    expect(scale.view!.configuration!({ spec: { replicas: 4 } })).toEqual({ spec: { sets: { count: 4 } } });
  });

  it.each([
    [{}, []],
    [{ spec: null, status: null }, []],
    [{ spec: { sets: null } }, []],
    [{ spec: { sets: { count: -1 } } }, ['.spec.sets.count: Invalid value: -1: should be a non-negative integer']],
    [
      { spec: { sets: { count: 2 ** 31 } } },
      ['.spec.sets.count: Invalid value: 2147483648: should be less than or equal to 2147483647'],
    ],
    [
      { status: { count: -1, selector: 1 } },
      [
        '.status.count: Invalid value: -1: should be a non-negative integer',
        '.status.selector: Invalid value: "": .status.selector accessor error: 1 is of the type int64, expected string',
      ],
    ],
  ])('validates %j', (members, errors) => {
    const object = widget(members);
    expect(texts([...validateScaleSpec(object, paths), ...validateScaleStatus(object, paths)])).toEqual(errors);
  });
});
