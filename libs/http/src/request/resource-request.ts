import type { RequestInfo } from './request-context.js';

/** The request info of a permission that is checked apart from a request of a client. Fields that are left out are empty. */
export const resourceRequest = (fields: Partial<Omit<RequestInfo, 'isResource'>>): RequestInfo => ({
  isResource: true,
  path: '',
  verb: '',
  group: '',
  version: '',
  namespace: '',
  resource: '',
  subresource: '',
  name: '',
  rest: [],
  ...fields,
});
