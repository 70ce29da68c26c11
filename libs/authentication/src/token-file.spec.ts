import { parseTokenFile, TokenFileError, tokenFileAuthenticator } from './token-file.js';

const parse = (text: string) => tokenFileAuthenticator(parseTokenFile(text, 'tokens.csv'));
const userOf = async (text: string, token: string) => (await parse(text).authenticateToken(token, []))?.user;

describe('token file', () => {
  it('D-019 parses token, user, uid and groups', async () =>
    expect(await userOf('t1,jane,7,"dev,ops"\n', 't1')).toEqual({
      username: 'jane',
      uid: '7',
      groups: ['dev', 'ops'],
    }));
  it('D-019 groups may be left out', async () => expect(await userOf('t1,jane,7', 't1')).toMatchObject({ groups: [] }));
  it('D-019 quotes may contain commas and quotes', async () =>
    expect(await userOf('t1,"doe, ""j""",7,g', 't1')).toMatchObject({
      username: 'doe, "j"',
      groups: ['g'],
    }));
  it('D-020 the last of several lines is used', async () =>
    expect(await userOf('t1,a,1\r\nt1,b,2\r\n', 't1')).toMatchObject({ username: 'b' }));
  it('D-020 rejects a line with two columns, by number and without the token', () => {
    expect(() => parse('ok,a,1\nsecret-token,b')).toThrow(TokenFileError);
    expect(() => parse('ok,a,1\nsecret-token,b')).toThrow('tokens.csv, line 2');
    expect(() => parse('secret-token,b')).not.toThrow('secret-token');
  });
  it('rejects other tokens', async () => expect(await userOf('t1,jane,7', '__proto__')).toBeUndefined());
});
