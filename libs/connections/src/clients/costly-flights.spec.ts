/** @jest-environment node */
import { CostlyFlights, MAX_FLIGHT_BYTES, REDUCED_FLIGHT_BYTES } from './costly-flights.js';

const HOUR_MS = 3_600_000;

describe('CostlyFlights', () => {
  beforeEach(() => jest.useFakeTimers({ now: 0 }));
  afterEach(() => jest.useRealTimers());

  const times = (flights: CostlyFlights, count: number, costMs = 50, bytes = MAX_FLIGHT_BYTES): void => {
    for (let n = 0; n < count; n++) flights.count('a', costMs, bytes);
  };

  it('are shorter for the network of three that took long, for an hour after the last', () => {
    const flights = new CostlyFlights();
    times(flights, 2);
    expect(flights.mostBytes('a')).toBe(MAX_FLIGHT_BYTES);
    jest.advanceTimersByTime(HOUR_MS - 1);
    times(flights, 1);
    expect([flights.mostBytes('a'), flights.mostBytes('b')]).toEqual([REDUCED_FLIGHT_BYTES, MAX_FLIGHT_BYTES]);
    jest.advanceTimersByTime(HOUR_MS - 1);
    expect(flights.mostBytes('a')).toBe(REDUCED_FLIGHT_BYTES);
    jest.advanceTimersByTime(2);
    expect(flights.mostBytes('a')).toBe(MAX_FLIGHT_BYTES);
  });

  it('are not shorter for a network of which a client has long certificates of an authority', () => {
    const flights = new CostlyFlights();
    flights.accepted('a', REDUCED_FLIGHT_BYTES + 1);
    flights.accepted('b', REDUCED_FLIGHT_BYTES);
    for (const network of ['a', 'b']) for (let n = 0; n < 3; n++) flights.count(network, 50, MAX_FLIGHT_BYTES);
    expect([flights.mostBytes('a'), flights.mostBytes('b')]).toEqual([MAX_FLIGHT_BYTES, REDUCED_FLIGHT_BYTES]);
  });

  it('are as long as before after those that took less, or would be allowed', () => {
    const flights = new CostlyFlights();
    times(flights, 5, 49);
    times(flights, 5, 500, REDUCED_FLIGHT_BYTES);
    expect(flights.mostBytes('a')).toBe(MAX_FLIGHT_BYTES);
  });
});
