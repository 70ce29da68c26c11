import { createLogger } from './create-logger.js';
import { nestLogger } from './nest-logger.js';

describe('messages of Nest', () => {
  const lines: string[] = [];
  const logger = nestLogger(
    createLogger({ level: 'debug', write: (line) => lines.push(line), now: () => new Date(0) }),
  );
  beforeEach(() => lines.splice(0));

  it('about modules are written at level debug', () => {
    logger.log('AppModule dependencies initialized', 'InstanceLoader');
    expect(lines.join('')).toMatch(/DEBUG AppModule dependencies initialized .*context=InstanceLoader/);
  });

  it('about failures are written as errors, with the error itself', () => {
    logger.error(new TypeError('no provider'), undefined, 'Injector');
    expect(lines.join('')).toMatch(/ERROR no provider .*context=Injector/);
  });

  it('about an error that ends a start are written at level debug: it is thrown as well', () => {
    logger.error(new TypeError('no provider'), 'ExceptionHandler');
    expect(lines.join('')).toMatch(/DEBUG no provider/);
  });
});
