/** Authentication that clients may use, by name; the same in both formats. */
export const SECURITY_SCHEMES = {
  BearerToken: {
    type: 'apiKey',
    description: 'Bearer Token authentication',
    name: 'authorization',
    in: 'header',
  },
};

/** Required by every operation. */
export const SECURITY = [{ BearerToken: [] }];
