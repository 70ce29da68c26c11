import { annotateRequest, type RequestContext, type ServerRequest } from '@orch/http';
import { vocabularies } from '@orch/vocabulary';
import { annotationsOf } from './annotations.js';

/** Annotations of an event after admission made those of `annotate`. */
function shown(
  level: 'Metadata' | 'Request' | 'RequestResponse',
  annotate: [string, string, ('Request' | 'Metadata')?][],
) {
  const request: Pick<RequestContext, 'auditAnnotations'> = {};
  for (const annotation of annotate) annotateRequest(request)(...annotation);
  return annotationsOf(request as ServerRequest, undefined, level, vocabularies.orch).annotations;
}

describe('annotationsOf', () => {
  it('leaves out annotations above the level of the event', () => {
    const made: [string, string, 'Request'?][] = [
      ['always', 'a'],
      ['patch', 'p', 'Request'],
    ];
    expect(shown('Metadata', made)).toEqual({ always: 'a' });
    expect(shown('Request', made)).toEqual({ always: 'a', patch: 'p' });
    expect(shown('RequestResponse', made)).toEqual({ always: 'a', patch: 'p' });
    expect(shown('Metadata', [['patch', 'p', 'Request']])).toBeUndefined();
  });

  it('keeps the first value of a key', () => {
    const made: [string, string][] = [
      ['key', 'first'],
      ['key', 'second'],
    ];
    expect(shown('Metadata', made)).toEqual({ key: 'first' });
  });
});
