/** What the examples share: a client that stays signed in, waiting for tasks and imports, one image online. */
import {
  api,
  isOpen,
  limits,
  makeCall,
  uploadUrl,
  type Call,
  type CallFile,
  type OnlineAnswer,
  type Task,
} from '@loupe/contract';

export const say = (text: string): void => void process.stderr.write(`${text}\n`);
export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
export const seconds = (from: string | null, to: string | null): number | null =>
  from && to ? (Date.parse(to) - Date.parse(from)) / 1000 : null;

/** Tries again while the server cannot be reached: it may be on its way back. */
async function patiently(send: () => Promise<Response>): Promise<Response> {
  for (let wait = 500; ; wait = Math.min(2 * wait, 10_000)) {
    try {
      return await send();
    } catch (error) {
      say(`waiting for the server: ${(error as Error).message}`);
      await sleep(wait);
    }
  }
}

export interface Client {
  call: Call;
  /** A request of another kind than the calls of the contract. */
  fetch: (path: string, request: RequestInit) => Promise<Response>;
}

export async function signIn(server: string, account: string, password: string): Promise<Client> {
  let token = '';
  const send = (path: string, request: RequestInit) =>
    fetch(server + path, { ...request, headers: { ...request.headers, ...(token ? { authorization: token } : {}) } });
  const call = makeCall(async ({ method, url, body, headers }) => {
    const response = await patiently(() => send(url, { method, body: body ?? null, headers }));
    return { status: response.status, body: await response.json() };
  });
  const session = await call(api.login, { account, password });
  token = session.user.token ?? '';
  return { call, fetch: (path, request) => patiently(() => send(path, request)) };
}

/** Waits until a task has ended; throws when it did not complete. */
export async function finish(call: Call, id: number): Promise<Task> {
  for (let shown = ''; ; await sleep(2000)) {
    const task = await call(api.taskInfo, { id });
    const progress = task.progress;
    const line = `${task.kind} ${task.state}${progress ? ` · ${progress.phase ?? ''} ${progress.done}/${progress.total} ${progress.unit}` : ''}`;
    if (line !== shown) say(line);
    shown = line;
    if (isOpen(task.state)) continue;
    if (task.state !== 'completed') throw new Error(`task ${id} ${task.state}: ${task.causeText?.en ?? ''}`);
    return task;
  }
}

const tus = { 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream' };

/** Sends the bytes of an upload in parts, each from where the server has got to. */
async function sendBytes({ fetch: send }: Client, id: string, bytes: Blob): Promise<void> {
  for (let offset = 0; offset < bytes.size;) {
    const body = bytes.slice(offset, offset + limits.uploadPartBytes);
    const headers = { ...tus, 'upload-offset': String(offset) };
    const sent = await send(uploadUrl(id), { method: 'PATCH', headers, body });
    // a part that came twice, or not whole
    const answer = sent.ok ? sent : await send(uploadUrl(id), { method: 'HEAD', headers: tus });
    if (!answer.ok) throw new Error(`the upload was answered ${sent.status}: ${await sent.text()}`);
    offset = Number(answer.headers.get('upload-offset'));
  }
}

/** Imports files packed as a tar into a folder's data set; throws when it is refused as a whole. */
export async function importTar(client: Client, folderId: number, name: string, bytes: Blob): Promise<void> {
  const { call } = client;
  const { id } = await call(api.uploadAdd, { folderId, name, format: 'folder', bytes: bytes.size });
  await sendBytes(client, id, bytes);
  for (; ; await sleep(500)) {
    const { state, cause } = await call(api.uploadInfo, { id });
    if (state === 'failed' || state === 'canceled') throw new Error(`the import ${state}: ${cause?.en ?? ''}`);
    if (state === 'completed') break;
  }
  const report = await call(api.uploadReport, { id });
  say(`${name}: ${report.images} images, ${report.shapes} outlines, ${report.duplicates.length} duplicates`);
  for (const problem of report.problems) say(`${name}: ${problem.en_msg}`);
}

/** One image through an online entry; the second answer counts, as the first loads the model. */
export async function askOnline(call: Call, versionId: number, image: CallFile): Promise<OnlineAnswer> {
  // a short training may not be known to work: its figures say how good it is
  const asked = { name: `version_${versionId}_${Date.now()}`, versionId, confirmed: true };
  const entry = await call(api.onlineAdd, asked);
  await call(api.onlineDetect, { entryId: entry.id }, { files: [image] });
  return call(api.onlineDetect, { entryId: entry.id }, { files: [image] });
}
