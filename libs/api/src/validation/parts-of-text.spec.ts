import { FieldPath, fieldError } from '@orch/apimachinery';
import { vocabularies } from '@orch/vocabulary';
import { KindTestHarness } from '../kind-test-harness/kind-test-harness.fixture.js';
import { faultsOfParts } from './parts-of-text.js';

describe('faultsOfParts', () => {
  const read = (text: string, separator = ','): string[] => {
    const parts: string[] = [];
    faultsOfParts(text, separator, (part) => {
      parts.push(part);
      return [];
    });
    return parts;
  };

  it.each(['', 'a', 'a,b', ',', 'a,,b,'])('reads the parts of %j', (text) =>
    expect(read(text)).toEqual(text.split(',')),
  );
  it('reads the parts between longer separators', () => expect(read('a--b-c', '--')).toEqual(['a', 'b-c']));
  it('finds a thousand faults of very many parts', () => {
    let count = 0;
    const faults = faultsOfParts(','.repeat(500_000), ',', (part) => {
      count++;
      return [fieldError.invalid(FieldPath.root, part, 'x')];
    });
    expect([faults.length, count]).toEqual([1_000, 1_000]);
  });
});

describe('a text of half a million separators', () => {
  const commas = ','.repeat(500_000);

  it('is refused as the registry of a volume, with the first faults', () => {
    const volumes = [{ name: 'v', quobyte: { volume: 'v', registry: commas } }];
    const faults = new KindTestHarness('Pod').create({ spec: { containers: [{ name: 'c', image: 'i' }], volumes } });
    expect(faults.filter((fault) => fault === 'spec.volumes[0].quobyte.registry FieldValueInvalid')).toHaveLength(
      1_000,
    );
  });

  it('is not read as an annotation of address ranges: the rules of metadata refuse its length', () => {
    const annotations = { [vocabularies.orch.annotations.loadBalancerSourceRanges]: commas };
    const spec = { type: 'LoadBalancer', ports: [{ port: 80 }] };
    expect(new KindTestHarness('Service').create({ metadata: { annotations }, spec })).toEqual([]);
  });
});
