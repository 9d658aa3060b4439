/** The audit log as a file for spreadsheets, read and sent page by page. */
import { Readable } from 'node:stream';
import {
  auditActionTitle,
  auditKindTitle,
  byteOrderMark,
  csvText,
  recordsLimits,
  type AuditLine,
  type auditRoutes,
  type Locale,
  type Parsed,
} from '@loupe/contract';
import type { SQL } from 'drizzle-orm';
import type { Actor } from '../../core/actor.ts';
import { attachment } from '../../core/attachment.ts';
import { note } from '../../core/audit.ts';
import type { Http } from '../../core/bind.ts';
import type { Db } from '../../core/db.ts';
import type { Services } from '../../core/services.ts';
import { auditWhere, cursorOf, readAudit } from './audit-list.ts';

const pageLines = 1000;

const titles: { readonly [L in Locale]: readonly string[] } = {
  zh: ['时间', '账号', '姓名', '操作', '对象', '编号', '名称', '详情', '地址'],
  en: ['Time', 'Account', 'Name', 'Action', 'Object', 'ID', 'Object name', 'Details', 'Address'],
};

function cellsOf(line: AuditLine, locale: Locale): string[] {
  const [kind = '', id = ''] = line.object.split('/');
  return [
    line.at,
    line.account ?? '',
    line.actorName ?? '',
    auditActionTitle(line.action)[locale],
    auditKindTitle(kind)[locale],
    id,
    line.objectName ?? '',
    Object.keys(line.body).length === 0 ? '' : JSON.stringify(line.body),
    line.address,
  ];
}

async function* textOf(db: Db, where: SQL | undefined, locale: Locale): AsyncGenerator<string> {
  yield byteOrderMark + csvText([titles[locale]]);
  let list: AuditLine[] = [];
  for (let sent = 0; sent < recordsLimits.auditCsvLines; sent += list.length) {
    // oxlint-disable-next-line no-await-in-loop
    list = await readAudit(db, where, pageLines, cursorOf(list));
    if (list.length === 0) return;
    yield csvText(list.map((line) => cellsOf(line, locale)));
    if (list.length < pageLines) return;
  }
}

export async function sendAuditCsv(
  { db }: Services,
  actor: Actor,
  { locale, ...filters }: Parsed<(typeof auditRoutes)['auditCsv']>,
  { reply }: Http,
): Promise<null> {
  const where = await auditWhere(db, filters);
  // before the first byte leaves
  await note(db, actor, 'audit.download', 'audit', filters);
  const day = new Date().toISOString().slice(0, 10);
  await reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', attachment(`audit-${day}.csv`))
    .header('cache-control', 'private, no-store')
    .send(Readable.from(textOf(db, where, locale)));
  return null;
}
