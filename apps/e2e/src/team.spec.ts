/** A team on a server of its own, once in Chinese with codes at the terminal, once in English with an SMS gateway. */
import { createHmac } from 'node:crypto';
import { expect, test, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { api, auditActionTitle, levelTitles, locales, messages, roleTitle } from '@loupe/contract';
import { testProvider, type TestProvider } from '../../server/src/testing/provider.ts';
import { byCodePage } from './pages/by-code-page.ts';
import { button, choose, dialog } from './pages/parts.ts';
import { projectPage } from './pages/project-page.ts';
import { sharingPage } from './pages/sharing-page.ts';
import { firstSignIn, userPage, type NewUser } from './pages/user-page.ts';
import { workbenchPage } from './pages/workbench-page.ts';
import { listPage } from './pages/list-page.ts';
import { loginPage } from './pages/login-page.ts';
import { fileOf, signInByApi } from './support/client.ts';
import { listenForFaults, type Faults } from './support/faults.ts';
import { freePort, ownServer, type OwnServer } from './support/own-server.ts';
import { drawImages } from './support/png.ts';
import { smsGateway, type SmsGateway } from './support/sms-gateway.ts';
import { wordsOf, type Words } from './support/words.ts';

const ssoSecret = 'a-secret-of-both-systems-0123456789';
const given = 'Given-pass-1';
const own = 'Own-pass-22';
const wei: NewUser = { account: 'wei', realName: '魏工', phone: '13800004521', role: 'engineer' };
const lin: NewUser = { account: 'lin', realName: '林工', phone: '13800004522', role: 'engineer' };
const customer = { phone: '13900004523', name: 'Zhao' };
const project = 'gear_line';

for (const locale of locales)
  test.describe(`a team in ${locale}`, () => {
    test.describe.configure({ mode: 'serial' });
    const words: Words = wordsOf(locale);
    const { t, fill, both } = words;
    let provider: TestProvider;
    let server: OwnServer;
    let gateway: SmsGateway | null;
    const open: BrowserContext[] = [];
    const faults = new Map<BrowserContext, Faults>();
    let admin: Page;
    let owner: Page;
    let annotator: Page;
    let folderId = 0;

    test.beforeAll(async () => {
      const port = await freePort();
      provider = await testProvider(`http://127.0.0.1:${port}/api/qic/v1/sysUser/oidc/callback`);
      gateway = locale === 'en' ? await smsGateway() : null;
      server = await ownServer(port, {
        LOUPE_LANG: locale,
        ...(gateway?.settings ?? { LOUPE_SMS: 'console' }),
        LOUPE_SSO_SECRET: ssoSecret,
        LOUPE_OIDC_ISSUER: provider.issuer,
        LOUPE_OIDC_CLIENT_ID: provider.clientId,
        LOUPE_OIDC_CLIENT_SECRET: provider.clientSecret,
        LOUPE_OIDC_NAME: 'Plant ID',
        LOUPE_OIDC_CREATE_USERS: 'true',
      });
    });
    test.afterAll(async () => {
      await Promise.all(open.map((one) => one.close()));
      await server.close();
      await provider.close();
      await gateway?.close();
      for (const one of faults.values()) one.expectNone();
    });

    /** Somebody at a browser of their own. */
    const person = async (browser: Browser): Promise<Page> => {
      const context = await browser.newContext({ baseURL: server.address, locale: both({ zh: 'zh-CN', en: 'en-US' }) });
      open.push(context);
      faults.set(context, listenForFaults(context));
      return context.newPage();
    };

    /** The latest code for a number, from the gateway or the terminal. */
    const codeOf = (phone: string): string | undefined => {
      const lines = (gateway ? gateway.sent() : server.printed()).split('\n').filter((line) => line.includes(phone));
      return /(?<!\d)\d{6}(?!\d)/.exec(lines.at(-1) ?? '')?.[0];
    };

    test('an administrator adds two engineers', async ({ browser }) => {
      admin = await person(browser);
      await admin.goto('/login');
      await loginPage(admin, words).signIn('admin', server.password);
      await loginPage(admin, words).expectSignedIn();
      const users = userPage(admin, words);
      await users.goto();
      for (const one of [wei, lin]) await users.add({ ...one, role: both(roleTitle(one.role)) }, given);
    });

    test('one of them shares a project with the other, to annotate', async ({ browser }) => {
      owner = await person(browser);
      await firstSignIn(owner, words, wei.account, given, own);
      const { call } = await signInByApi(server.address, wei.account, own);
      const { id } = await call(api.projectAdd, { family: 'detection', name: project });
      const labels = [{ name: 'burr', color: '#d64545' }];
      const dataset = await call(api.datasetAdd, { projectId: id, name: 'gears', labels });
      folderId = (await call(api.folderAdd, { datasetId: dataset.id, name: 'part-01' })).id;
      await call(api.imageUpload, { folderId }, { files: drawImages('gear', 2, 1).map(fileOf) });
      await projectPage(owner, words).goto();
      await projectPage(owner, words).act(project, t.projects.share);
      const sharing = sharingPage(owner, words, project);
      await sharing.share(lin.account, both(levelTitles.annotator));
      await sharing.close();

      annotator = await person(browser);
      await firstSignIn(annotator, words, lin.account, given, own);
      await projectPage(annotator, words).goto();
      await expect(projectPage(annotator, words).row(project)).toContainText(wei.realName);
    });

    test('both annotate the same image at once, and both annotations stay', async () => {
      const { call } = await signInByApi(server.address, wei.account, own);
      const image = (await call(api.imageList, { folderId, pageNum: 1, pageSize: 2 })).list[0]!;
      const at = `/dataset/handleImg?id=${image.id}&folderId=${folderId}`;
      for (const page of [owner, annotator]) await page.goto(at);
      const [first, second] = [workbenchPage(owner, words), workbenchPage(annotator, words)];
      for (const bench of [first, second]) await bench.expectShown(image.name);
      await owner.keyboard.press('r');
      await first.drag([20, 20], [60, 60]);
      await annotator.keyboard.press('r');
      await second.drag([100, 100], [150, 150]);
      for (const bench of [first, second]) {
        await bench.expectSaved();
        await expect(bench.shapes).toHaveCount(2);
      }
    });

    test('what one submits the other returns with a remark, and accepts once it is done', async () => {
      await owner.goto('/dataset/index');
      await listPage(owner, words).act('gears', t.ui.edit);
      const form = dialog(owner, t.datasets.editTitle);
      await form.getByRole('switch', { name: t.review.switch }).click();
      await button(form, t.ui.save).click();
      await expect(form).toBeHidden();

      const { call } = await signInByApi(server.address, wei.account, own);
      const [image] = (await call(api.imageList, { folderId, pageNum: 1, pageSize: 2 })).list;
      const at = `/dataset/handleImg?id=${image!.id}&folderId=${folderId}`;
      await annotator.goto(at);
      const bench = workbenchPage(annotator, words);
      await bench.expectShown(image!.name);
      await button(bench.review, t.review.actions.submit).click();
      // on to the next image
      await expect(annotator).not.toHaveTitle(`${image!.name} · Loupe`);

      await owner.goto(`/dataset/fileInfo?id=${folderId}`);
      await choose(owner, owner, t.review.title, t.review.filters.submitted);
      await owner.getByRole('link', { name: fill(t.datasets.openImage, { name: image!.name }) }).click();
      const reviewing = workbenchPage(owner, words);
      await reviewing.expectShown(image!.name);
      await button(reviewing.review, t.review.actions.return).click();
      const reason = dialog(owner, t.review.returnTitle);
      await reason.getByLabel(t.review.remark).fill('left edge / 左边');
      await button(reason, t.review.return).click();
      await expect(reason).toBeHidden();

      await annotator.goto(at);
      await bench.expectShown(image!.name);
      await expect(annotator.getByTestId('returned')).toContainText('left edge / 左边');
      await annotator.keyboard.press('r');
      await bench.drag([200, 200], [240, 240]);
      // goes out after the edit
      await annotator.keyboard.press('Control+Enter');
      await expect(annotator).not.toHaveTitle(`${image!.name} · Loupe`);

      // told by the socket, with the new shape
      await expect(reviewing.review).toContainText(t.review.states.submitted);
      await expect(reviewing.shapes).toHaveCount(3);
      await owner.keyboard.press('Shift+Enter');
      await expect(reviewing.review).toContainText(t.review.states.accepted);
      const { changes } = await call(api.imageHistory, { imageId: image!.id, before: null });
      expect(changes.slice(0, 5).map(({ what }) => what)).toEqual([
        'reviewAccepted',
        'submitted',
        'added',
        'returned',
        'submitted',
      ]);
      // the new password below ends this session: annotation stays open then, and tries its sockets again every 10 s
      await owner.goto('about:blank');
    });

    test('who is disabled amid the work is signed out, and cannot sign in again', async () => {
      await userPage(admin, words).goto();
      // told by the socket, at once: a page that only found out by connecting again would leave a fault in its console
      faults.get(annotator.context())!.allowHttp(401);
      await userPage(admin, words).disable(lin.account);
      const over = dialog(annotator, t.account.again.title);
      await over.getByLabel(t.account.password).fill(own);
      await over.getByLabel(t.account.password).press('Enter');
      await expect(over.getByRole('alert')).toContainText(both(messages['account.disabled']));
      await button(over, t.account.again.leave).click();
      await expect(annotator).toHaveURL(/\/login/);
    });

    test('the provider of the plant signs in whom Loupe does not know yet', async ({ browser }) => {
      const page = await person(browser);
      provider.person = { sub: 'p-17', claims: { email: 'rui@example.com', email_verified: true, name: 'Rui' } };
      await page.goto('/login');
      await button(page, fill(t.account.signInWith, { name: 'Plant ID' })).click();
      await expect(page).toHaveURL(/\/dashboard$/);
    });

    test('a link of another system signs in once', async ({ browser }) => {
      const page = await person(browser);
      const times = String(Math.floor(Date.now() / 1000));
      const sign = createHmac('sha256', ssoSecret).update(`${wei.phone}:${times}`).digest('hex');
      const link = `/dashboard?phone=${wei.phone}&sign=${sign}&times=${times}`;
      await page.goto(link);
      await expect(page).toHaveURL(/\/dashboard$/);
      await expect(page.getByRole('button', { name: fill(t.shell.userMenu, { name: wei.realName }) })).toBeVisible();
      const again = await person(browser);
      await again.goto(link);
      await expect(again).toHaveURL(/\/login$/);
    });

    test('a customer registers by SMS, tells who they are and is approved', async ({ browser }) => {
      const page = await person(browser);
      await page.goto('/login');
      await button(page, t.account.registerLink).click();
      const form = byCodePage(page, words);
      await form.fill('register', customer.phone, own, codeOf);
      await page.getByRole('checkbox').check();
      await button(page, t.account.registerButton).click();
      await form.complete(customer.name, 'Example Works', 'zhao@example.com');
      await admin.goto('/authority/selfRegisterUser');
      await listPage(admin, words).act(customer.phone, t.authority.approve);
      await expect(page).toHaveURL(/\/dashboard/);
    });

    test('a forgotten password is replaced by SMS', async ({ browser }) => {
      const page = await person(browser);
      await page.goto('/login');
      await button(page, t.account.resetLink).click();
      await byCodePage(page, words).fill('reset', wei.phone, `${own}3`, codeOf);
      await button(page, t.account.resetButton).click();
      await loginPage(page, words).signIn(wei.account, `${own}3`);
      await loginPage(page, words).expectSignedIn();
    });

    test('statistics and the audit log tell it all', async () => {
      await admin.goto('/authority/audit');
      const line = (who: string, action: string) =>
        admin
          .getByRole('row')
          .filter({ hasText: who })
          .filter({ hasText: both(auditActionTitle(action)) });
      await expect(line('admin', 'user.add')).toHaveCount(2);
      await expect(line(wei.realName, 'project.share')).toContainText(project);
      await expect(line('admin', 'user.disable')).toContainText(lin.account);
      await expect(line('admin', 'user.approve')).toBeVisible();
      await expect(line(wei.realName, 'password.reset')).toBeVisible();
      await expect(line('rui@example.com', 'session.signIn')).toBeVisible();
      await admin.goto('/authority/statistics');
      for (const one of [wei, lin])
        await expect(admin.getByRole('row').filter({ hasText: one.realName })).toBeVisible();
    });
  });
