import { configMapBody } from '../bench/objects.mjs';

/** Writes that are under way at once. */
const WORKERS = 16;
/** Percentage of writes that update an object; the others delete one and create one. */
const CHANGES = 80;
const PAGE = 5_000;

/**
 * Names of all objects of a collection.
 * @param {string} url
 * @param {typeof import('../bench/drive/api-calls.mjs').call} call
 * @returns {Promise<string[]>}
 */
export async function namesOf(url, call) {
  const names = [];
  for (let token = ''; token !== undefined;) {
    const page = JSON.parse(await call(`${url}?limit=${PAGE}&continue=${token}`));
    for (const { metadata } of page.items) names.push(metadata.name);
    token = page.metadata.continue;
  }
  return names;
}

/**
 * Changes, deletes and creates objects of a collection in turn, so that its size stays.
 * @param {{ url: string, names: string[], call: typeof import('../bench/drive/api-calls.mjs').call, forMs: number, perSecond: number }} options
 * `names` is kept up to date
 * @returns {Promise<number>} how many writes it made
 */
export async function churn({ url, names, call, forMs, perSecond }) {
  const end = Date.now() + forMs;
  const pauseMs = (WORKERS * 1_000) / perSecond;
  let writes = 0;
  const write = async (at) => {
    const object = `${url}/${names[at]}`;
    if (Math.random() * 100 < CHANGES) {
      const body = JSON.stringify({ data: { turn: String(Math.random()) } });
      await call(object, { method: 'PATCH', body, type: 'application/merge-patch+json' });
      return;
    }
    await call(object, { method: 'DELETE' });
    names[at] = JSON.parse(await call(url, { method: 'POST', body: configMapBody() })).metadata.name;
  };
  const work = async (worker) => {
    // Each worker has names of its own: no two write to one object.
    const own = Math.floor(names.length / WORKERS);
    while (Date.now() < end) {
      const started = Date.now();
      await write(worker * own + Math.floor(Math.random() * own));
      writes++;
      const left = pauseMs - (Date.now() - started);
      if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, (_, worker) => work(worker)));
  return writes;
}
