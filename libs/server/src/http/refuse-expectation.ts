import { requestRefuser } from './refuse-request.js';

/** Refuses an `Expect` other than `100-continue`. The body is not read. */
export const refuseExpectation = requestRefuser({
  code: 417,
  reason: 'BadRequest',
  message: 'the header Expect supports 100-continue only',
});
