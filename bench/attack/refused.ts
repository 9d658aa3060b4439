/** How soon Chromium shows that an upload is refused, with a body of 5 MB; and that bodies far too large are refused at all. */
import { api, makeCall, routeUrl } from '@loupe/contract';
import { chromium, type Page } from '@playwright/test';

const executablePath = process.env['LOUPE_CHROMIUM'] || '/usr/bin/chromium';
const args = ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'];
const megabyte = 1024 ** 2;

export interface Refused {
  status: number;
  ms: number;
  /** The same connection is asked again afterwards. */
  nextMs: number;
}

/** Sends an image of so many bytes from the page, as the web does, and asks once more behind it. */
const refusal = (page: Page, token: string, input: object, bytes: number): Promise<Refused> =>
  page.evaluate(
    async ({ upload, next, headers, field, size }) => {
      const form = new FormData();
      form.append('input', field);
      form.append('file', new Blob([new Uint8Array(size)]), 'a.png');
      const begun = performance.now();
      // 0: the browser shows no answer, only that the connection failed
      const ask = (url: string, body: FormData | string, more = {}) =>
        fetch(url, { method: 'POST', headers: { ...headers, ...more }, body }).then(
          ({ status }) => status,
          () => 0,
        );
      const status = await ask(upload, form);
      const ms = performance.now() - begun;
      await ask(next, '{}', { 'content-type': 'application/json' });
      return { status, ms, nextMs: performance.now() - begun - ms };
    },
    {
      upload: routeUrl(api.imageUpload),
      next: routeUrl(api.userInfo),
      headers: { authorization: token },
      field: JSON.stringify(input),
      size: bytes,
    },
  );

async function tokenOf(address: string, account: string, password: string): Promise<string> {
  const call = makeCall(async ({ url, method, body, headers }) => {
    const answer = await fetch(`${address}${url}`, { method, headers, ...(body === undefined ? {} : { body }) });
    return { status: answer.status, body: await answer.json() };
  });
  return (await call(api.login, { account, password })).user.token ?? '';
}

export interface RefusedUploads {
  /** Into a folder that is gone: 404; with input that makes no sense: 400. */
  absent: Refused;
  invalid: Refused;
  /** 300 MB into a folder that is gone: not all of it is taken. */
  huge: Refused;
}

/** Against the server at `address`, as somebody who may upload images. */
export async function refusedUploads(
  address: string,
  { account, password }: { account: string; password: string },
): Promise<RefusedUploads> {
  const token = await tokenOf(address, account, password);
  const browser = await chromium.launch({ executablePath, args });
  try {
    const page = await browser.newPage();
    await page.goto(address);
    const absent = await refusal(page, token, { folderId: 987_654_321 }, 5 * megabyte);
    const invalid = await refusal(page, token, { folderId: 'x' }, 5 * megabyte);
    const huge = await refusal(page, token, { folderId: 987_654_321 }, 300 * megabyte);
    return { absent, invalid, huge };
  } finally {
    await browser.close();
  }
}
