/** The API as any other program uses it: the typed client of the contract over fetch. */
import { randomUUID } from 'node:crypto';
import {
  api,
  makeCall,
  newShape,
  tourIds,
  type Call,
  type CallFile,
  type Label,
  type DatasetImage,
  type SendAnswer,
  type Shape,
  type ShapeOp,
} from '@loupe/contract';
import type { Lettered } from './lettering.ts';
import type { Drawn, Mark } from './png.ts';

export interface Client {
  call: Call;
  token: string;
}

/** What a program gets that sends `request` with this header. */
const sendTo =
  (server: string, authorization: () => string) =>
  async (request: {
    url: string;
    method: string;
    body: string | FormData | undefined;
    headers: Record<string, string>;
  }): Promise<SendAnswer> => {
    const headers = { ...request.headers, ...(authorization() ? { authorization: authorization() } : {}) };
    const answer = await fetch(server + request.url, {
      method: request.method,
      body: request.body ?? null,
      headers,
    });
    return { status: answer.status, body: await answer.json() };
  };

/** Signs in; the client then sends its token with each call. Tours are over, so that none lies over what a test looks at. */
export const signInByApi = async (server: string, account: string, password: string): Promise<Client> => {
  let token = '';
  const call = makeCall(sendTo(server, () => token));
  const session = await call(api.login, { account, password });
  token = session.user.token ?? '';
  // whoever has a password of an administrator may only change it
  if (!session.mustChangePassword) await call(api.tourSeen, { tours: [...tourIds] });
  return { call, token };
};

/** One image with the key of an online entry; the HTTP status and the envelope as they came. */
export const detectByKey = (server: string, key: string, image: Drawn): Promise<SendAnswer> => {
  const form = new FormData();
  form.append('input', '{}');
  form.append('file', fileOf(image).data, image.name);
  return sendTo(
    server,
    () => `Bearer ${key}`,
  )({
    url: '/api/qic/v1/online/detectByKey',
    method: 'POST',
    body: form,
    headers: {},
  });
};

export const fileOf = ({ name, png }: Pick<Drawn, 'name' | 'png'>): CallFile => ({
  name,
  data: new Blob([new Uint8Array(png)]),
});

/** A UUIDv7, as clients make the ids of their shapes and edits. */
const newId = (): string => {
  const time = Date.now().toString(16).padStart(12, '0');
  const rest = randomUUID();
  return `${time.slice(0, 8)}-${time.slice(8)}-7${rest.slice(15)}`;
};

const pointsOf = ({ sort, box: [x1, y1, x2, y2] }: Mark): Pick<Shape, 'kind' | 'points'> => {
  if (sort === 'block') return { kind: 'rect', points: [x1, y1, x2, y2] };
  const [rx, ry] = [(x2 - x1) / 2, (y2 - y1) / 2];
  const corners = Array.from({ length: 12 }, (_, i) => (i * Math.PI) / 6);
  return { kind: 'polygon', points: corners.flatMap((a) => [x1 + rx + rx * Math.cos(a), y1 + ry + ry * Math.sin(a)]) };
};

/** Labels of a data set by what the tests draw: the first one for blocks, the second one for discs. */
export const labelOf = (labels: readonly Label[], { sort }: Mark): Label => labels[sort === 'block' ? 0 : 1]!;

type NewShape = Omit<Parameters<typeof newShape>[0], 'id'>;

const putByOps = async (call: Call, image: DatasetImage, shapes: readonly NewShape[]): Promise<void> => {
  const ops = shapes.map((shape, z): ShapeOp => {
    const id = newId();
    return { opId: newId(), kind: 'put', shapeId: id, base: null, shape: newShape({ ...shape, id, z }) };
  });
  const { results } = await call(api.imageOps, { imageId: image.id, clientId: newId(), ops });
  const refused = results.filter((one) => one.status !== 'applied');
  if (refused.length > 0) throw new Error(`${image.name}: ${JSON.stringify(refused)}`);
};

/** Draws what is on an image, edit by edit, as the workbench does. */
export const annotateByOps = (call: Call, image: DatasetImage, drawn: Drawn, labels: readonly Label[]): Promise<void> =>
  putByOps(
    call,
    image,
    drawn.marks.map((mark) => ({ labelId: labelOf(labels, mark).id, ...pointsOf(mark) })),
  );

/** Marks and types the texts of an image. */
export const typeByOps = (
  call: Call,
  image: DatasetImage,
  texts: readonly Lettered[],
  labelId: number,
): Promise<void> =>
  putByOps(
    call,
    image,
    texts.map(({ text, quad }) => ({ labelId, kind: 'quad', points: quad, text })),
  );

/** What is on the images as a COCO file. */
export const cocoOf = (drawn: readonly Drawn[], labels: readonly Label[], side: number) => ({
  images: drawn.map(({ name }, i) => ({ id: i + 1, file_name: name, width: side, height: side })),
  categories: labels.map(({ name }, i) => ({ id: i + 1, name })),
  annotations: drawn
    .flatMap(({ marks }, i) => marks.map((mark) => ({ mark, image_id: i + 1 })))
    .map(({ mark, image_id }, i) => {
      const [x1, y1, x2, y2] = mark.box;
      const category_id = labels.indexOf(labelOf(labels, mark)) + 1;
      return { id: i + 1, image_id, category_id, bbox: [x1, y1, x2 - x1, y2 - y1], area: (x2 - x1) * (y2 - y1) };
    }),
});
