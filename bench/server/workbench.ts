/** The workbench of a real server in Chromium, opened by its administrator. */
import { api, routeUrl, tourIds } from '@loupe/contract';
import { chromium, type Page } from '@playwright/test';
import { launch } from '../canvas/browser.ts';
import { password, type RealServer } from './real.ts';

const area = { width: 1920, height: 1080 };

/** A page that is signed in and has seen all tours; its browser is closed by who asked for it. */
export async function openWorkbench({ address }: Pick<RealServer, 'address'>): Promise<Page> {
  const browser = await chromium.launch(launch);
  const context = await browser.newContext({ viewport: area, locale: 'en-US' });
  const signIn = { data: { account: 'admin', password } };
  await context.request.post(address + routeUrl(api.login), signIn);
  await context.request.post(address + routeUrl(api.tourSeen), { data: { tours: tourIds } });
  return context.newPage();
}
