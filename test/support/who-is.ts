import type { Vocabulary } from '@orch/vocabulary';
import { Agent, request } from 'undici';

/** The user name that a server authenticates for a token; the status code when it is rejected. */
export async function whoIs(
  { url, vocabulary }: { readonly url: string; readonly vocabulary: Vocabulary },
  token: string,
): Promise<string | number> {
  const agent = new Agent({ connect: { rejectUnauthorized: false } });
  try {
    const answer = await request(`${url}/apis/${vocabulary.groups.authentication}/v1/selfsubjectreviews`, {
      method: 'POST',
      dispatcher: agent,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{}',
    });
    const { status } = (await answer.body.json()) as { status: { userInfo?: { username: string } } };
    return answer.statusCode === 201 ? status.userInfo!.username : answer.statusCode;
  } finally {
    await agent.close();
  }
}
