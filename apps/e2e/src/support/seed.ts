/** What a test finds there when it begins, made through the API. */
import type { BrowserContext } from '@playwright/test';
import { api, routeUrl, tourIds, type Call } from '@loupe/contract';
import { fileOf, signInByApi, type Client } from './client.ts';
import type { Drawn } from './png.ts';
import { serverAddress } from './server.ts';

/** The browser is signed in with a session of its own; the tours are over. */
export const signInBrowser = async (context: BrowserContext, account: string, password: string): Promise<void> => {
  const answer = await context.request.post(`${serverAddress}/api/qic/v1/sysUser/login`, {
    data: { account, password },
  });
  const body = (await answer.json()) as { code: number };
  if (body.code !== 200) throw new Error(`sign-in as ${account} was answered with ${JSON.stringify(body)}`);
  await context.request.post(serverAddress + routeUrl(api.tourSeen), { data: { tours: tourIds } });
};

/** A project with a data set of one label and a folder with these images. */
export const addFolder = async (call: Call, name: string, images: readonly Drawn[]) => {
  const project = await call(api.projectAdd, { family: 'detection', name });
  const labels = [{ name: 'scratch', color: '#d64545' }];
  const dataset = await call(api.datasetAdd, { projectId: project.id, name: `${name}_set`, labels });
  const folder = await call(api.folderAdd, { datasetId: dataset.id, name: 'part-01' });
  if (images.length > 0) await call(api.imageUpload, { folderId: folder.id }, { files: images.map(fileOf) });
  return { project, dataset, folder };
};

/** A user who has signed in before and chosen this password. */
export const addUser = async ({ call }: Client, account: string, password: string, roleId: number): Promise<void> => {
  const given = 'given-Pass-1';
  await call(api.userAdd, { account, password: given, roleId });
  const person = await signInByApi(serverAddress, account, given);
  await person.call(api.changePassword, { oldPassword: given, newPassword: password });
  await signInByApi(serverAddress, account, password);
};

export const roleId = async ({ call }: Client, name: string): Promise<number> => {
  const { list } = await call(api.roleList, { name, pageNum: 1, pageSize: 20 });
  const role = list.find((one) => one.name === name);
  if (!role) throw new Error(`there is no role ${name}`);
  return role.id;
};
