/** Every dialog and drawer that a person opens from a screen: where its opener stands, and which field comes first in it. */
import type { Locator, Page } from '@playwright/test';
import { button } from '../pages/parts.ts';
import { admin } from './server.ts';
import type { Shown } from './shown.ts';
import type { Words } from './words.ts';

export interface DialogRow {
  name: string;
  at: string;
  /** Does what a person does; gives what has the focus back once the dialog is closed. */
  open: (page: Page) => Promise<Locator>;
  /** Its first field; none in a dialog that only shows or asks. */
  first?: (box: Locator) => Locator;
}

const press = (text: string) => async (page: Page) => {
  const opener = button(page.getByRole('main'), text).first();
  await opener.click();
  return opener;
};
const pressOn = (opener: Locator) => async () => {
  await opener.click();
  return opener;
};
/** By somebody who reads the tooltip first. */
const pressRested = (opener: Locator) => async (page: Page) => {
  await opener.hover();
  await page.getByRole('tooltip').waitFor();
  return pressOn(opener)();
};
const rowOf = (page: Page, row: string): Locator => page.getByRole('row').filter({ hasText: row }).first();
const act = (row: string, action: string) => async (page: Page) => {
  const opener = rowOf(page, row).getByRole('button', { name: action, exact: true });
  await opener.click();
  return opener;
};
/** An action behind the button "more". */
const actBehind = (row: string, more: string, action: string) => async (page: Page) => {
  const opener = rowOf(page, row).getByRole('button', { name: more });
  await opener.click();
  await page.locator('.ant-dropdown:visible').getByRole('menuitem', { name: action }).click();
  return opener;
};
/** An entry of a menu in the header or of a button of the page. */
const menuOf = (opener: Locator, entry: string) => async (page: Page) => {
  await opener.click();
  await page.locator('.ant-dropdown:visible').getByRole('menuitem', { name: entry }).click();
  return opener;
};
/** A button that comes once the first image is chosen. */
const withImage = (text: string) => async (page: Page) => {
  await page.getByRole('article').first().getByRole('checkbox').check({ force: true });
  return press(text)(page);
};

const textbox = (name: string) => (box: Locator) => box.getByRole('textbox', { name, exact: true });
const combobox = (name: string) => (box: Locator) => box.getByRole('combobox', { name });
const number = (box: Locator) => box.getByRole('spinbutton');

/** `shown`: what `addBoxes` and `addScores` have made. */
export const dialogRows = (
  page: Page,
  { t, fill, say }: Words,
  shown: { detection: Shown; anomaly: Shown },
): readonly DialogRow[] => {
  const { name: of, datasetId, projectId, folderIds, modelId } = shown.detection;
  const sets = `/dataset/index?projectId=${projectId}`;
  const set = `/dataset/datasetInfo?id=${datasetId}`;
  const folder = `/dataset/fileInfo?id=${folderIds['set']}`;
  const model = `/model/index?id=${modelId}`;
  const version = fill(t.models.versionN, { n: 1 });
  const entry = `shown_${modelId}`;
  const more = t.ui.more;
  const name = textbox(t.ui.name);
  const label = textbox(t.datasets.labelName);
  const folderName = textbox(t.datasets.folderName);
  const user = page.getByRole('button', { name: fill(t.shell.userMenu, { name: admin.account }) });
  const add = page.getByRole('button', { name: t.transfers.addImages }).first();
  return [
    { name: 'new project', at: '/project/index', open: press(t.projects.add), first: name },
    { name: 'project', at: '/project/index', open: actBehind(`${of}_line`, more, t.ui.edit), first: name },
    {
      name: 'sharing',
      at: '/project/index',
      open: act(`${of}_line`, t.projects.share),
      first: combobox(t.projects.sharePerson),
    },
    { name: 'new data set', at: sets, open: press(t.datasets.add), first: name },
    { name: 'data set', at: sets, open: actBehind(`${of}_set`, more, t.ui.edit), first: name },
    { name: 'use of a data set', at: sets, open: act(`${of}_set`, t.datasets.usage) },
    {
      name: 'export',
      at: sets,
      open: actBehind(`${of}_set`, more, t.transfers.export),
      first: (box) => box.getByRole('radio', { checked: true }).first(),
    },
    { name: 'new label', at: set, open: press(t.datasets.addLabel), first: label },
    { name: 'label', at: set, open: press(`${t.datasets.editLabel} block`), first: label },
    { name: 'upload', at: set, open: press(t.transfers.startTitle), first: combobox(t.transfers.folder) },
    { name: 'new folder', at: set, open: press(t.datasets.folderAdd), first: folderName },
    { name: 'folder', at: set, open: actBehind('part-01', more, t.ui.edit), first: folderName },
    { name: 'deletion', at: set, open: actBehind('part-01', more, t.ui.delete) },
    { name: 'new user', at: '/authority/user', open: press(t.authority.addUser), first: textbox(t.authority.account) },
    { name: 'new role', at: '/authority/role', open: press(t.authority.addRole), first: name },
    { name: 'menu entry', at: '/authority/menus', open: press(t.ui.edit) },
    {
      name: 'new token',
      at: '/authority/myCenter',
      open: press(t.center.createToken),
      first: textbox(t.center.tokenName),
    },
    { name: 'COCO', at: folder, open: menuOf(add, t.datasets.coco) },
    { name: 'rename', at: folder, open: withImage(t.datasets.rename), first: textbox(t.datasets.imageName) },
    { name: 'move', at: folder, open: withImage(t.datasets.move), first: combobox(t.datasets.moveTo) },
    {
      name: 'split',
      at: `/anomaly/okImg?model=${shown.anomaly.modelId}`,
      open: press(t.datasets.splitOpen),
      first: number,
    },
    {
      name: 'model',
      at: `/model/index?projectId=${projectId}`,
      open: actBehind(of, more, t.ui.edit),
      first: textbox(t.models.planName),
    },
    { name: 'test', at: model, open: act(version, t.models.test), first: (box) => box.getByRole('checkbox').first() },
    { name: 'version online', at: model, open: act(version, t.models.useOnline), first: name },
    { name: 'certificate', at: model, open: actBehind(version, more, t.models.showCertificate) },
    { name: 'queue', at: `${model}&tab=trainings`, open: press(t.tasks.queue) },
    {
      name: 'new online entry',
      at: '/model/online',
      open: press(t.online.add),
      // the only version there is may be chosen before the dialog has come in, and then its name is to be written
      first: (box) => combobox(t.models.version)(box).or(name(box)).and(page.locator(':focus')),
    },
    { name: 'online entry', at: '/model/online', open: act(entry, t.ui.edit), first: name },
    {
      name: 'thresholds',
      at: `/model/result?id=${shown.detection.testId}&confidence=0.42`,
      open: press(t.results.use),
    },
    {
      name: 'uploads',
      at: '/dashboard',
      open: pressRested(page.getByRole('button', { name: say('transfers.uploadsCount', { count: 0 }) })),
    },
    { name: 'clean-up', at: '/dashboard', open: press(t.dashboard.cleanup.title), first: number },
    {
      name: 'password',
      at: '/dashboard',
      open: menuOf(user, t.account.changeTitle),
      first: textbox(t.account.oldPassword),
    },
    {
      name: 'retention',
      at: '/authority/audit',
      open: press(t.records.audit.keep),
      first: (box) => number(box).first(),
    },
    { name: 'bin days', at: '/bin', open: press(t.bin.setting), first: number },
    { name: 'purge', at: '/bin', open: act(`${of}_gone`, t.bin.purge) },
  ];
};
