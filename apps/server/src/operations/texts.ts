/** What the commands print, in both languages. */
import type { BackupReport } from './backup.ts';
import type { RestoreReport } from './restore.ts';
import type { Account } from './user.ts';

const size = (bytes: number): string =>
  bytes < 1024 ** 3 ? `${Math.ceil(bytes / 1024 ** 2)} MB` : `${(bytes / 1024 ** 3).toFixed(1)} GB`;

export const texts = {
  zh: {
    rows: '正在备份数据库……',
    fill: (rows: number) => `正在恢复数据库（${rows} 行）……`,
    files: (done: number, of: number) => `文件 ${done} / ${of}`,
    backedUp: ({ folder, rows, blobs, missing }: BackupReport) =>
      `${missing.length === 0 ? '备份完成' : '备份不完整'}：${folder}\n  ${rows} 行，${blobs.all} 个文件（${size(blobs.bytes)}；新复制 ${blobs.copied}，硬链接 ${blobs.linked}，已有 ${blobs.kept}）\n` +
      '  备份中含有账号的密码散列，请妥善保管。为防磁盘损坏，请用 --to 备份到另一块磁盘。',
    restored: ({ rows, blobs }: RestoreReport, data: string) =>
      `恢复完成：${data}（${rows} 行，${blobs} 个文件）。所有人须重新登录。正在检查……`,
    missing: (count: number) => `警告：有 ${count} 个文件缺失或不完整，未包含在内。运行 doctor 可查看涉及的图片。`,
    backupWhole: '备份完整，可以恢复。',
    backupErrors: (count: number) => `备份中有 ${count} 个错误。请重新备份。`,
    healthy: '检查通过，没有错误。',
    errors: (count: number) => `发现 ${count} 个错误。--fix 可改正计数并标记缺失的文件；缺失的文件须从备份恢复。`,
    account: ({ account, role, enabled, mustChangePassword }: Account) =>
      `${account}\t${role}\t${enabled ? '启用' : '停用'}${mustChangePassword ? '\t须修改密码' : ''}`,
    password: (account: string, password: string) =>
      `账号：${account}　密码：${password}　（只显示一次，登录后须修改）`,
    done: '已完成。',
  },
  en: {
    rows: 'Backing up the database …',
    fill: (rows: number) => `Restoring the database (${rows} rows) …`,
    files: (done: number, of: number) => `files ${done} of ${of}`,
    backedUp: ({ folder, rows, blobs, missing }: BackupReport) =>
      `The backup is ${missing.length === 0 ? 'complete' : 'incomplete'}: ${folder}\n  ${rows} rows, ${blobs.all} files (${size(blobs.bytes)}; ${blobs.copied} copied, ${blobs.linked} linked, ${blobs.kept} already there)\n` +
      '  The backup contains password hashes, so keep it safe. To protect against disk failure, back up to another disk with --to.',
    restored: ({ rows, blobs }: RestoreReport, data: string) =>
      `Restored to ${data} (${rows} rows, ${blobs} files). Everyone has to sign in again. Checking …`,
    missing: (count: number) =>
      `Warning: ${count} ${count === 1 ? 'file is' : 'files are'} missing or incomplete and not in the backup. Run doctor to see the images concerned.`,
    backupWhole: 'The backup is complete and can be restored.',
    backupErrors: (count: number) => `The backup has ${count} ${count === 1 ? 'error' : 'errors'}. Make a new one.`,
    healthy: 'No problems found.',
    errors: (count: number) =>
      `${count} ${count === 1 ? 'error' : 'errors'} found. --fix corrects counts and marks missing files; missing files must be restored from a backup.`,
    account: ({ account, role, enabled, mustChangePassword }: Account) =>
      `${account}\t${role}\t${enabled ? 'enabled' : 'disabled'}${mustChangePassword ? '\tmust change the password' : ''}`,
    password: (account: string, password: string) =>
      `Account ${account}, password ${password} (shown once; it must be changed after signing in)`,
    done: 'Done.',
  },
} as const;

export const usage = {
  zh: `用法：npm run loupe -- 命令
  backup [--to 目录]                      备份数据库和全部文件；同一目录再次备份时只复制新增的文件
  restore --from 目录 [--blobs 目录]      恢复到空的数据目录（LOUPE_DATA）
  doctor [--quick] [--fix]                检查文件、计数、索引和磁盘；--fix 改正能改正的
  doctor --backup 目录 [--quick]          检查备份能否恢复；--quick 不读取图片文件的内容
  user list                               列出账号
  user add 账号 [角色]                    新建账号，打印一次性密码
  user reset 账号                         重置密码
  user enable|disable 账号                启用或停用
  user role 账号 角色                     更改角色
`,
  en: `Usage: npm run loupe -- COMMAND
  backup [--to DIR]                       backs up database and files; in the same folder, only new files are copied
  restore --from DIR [--blobs DIR]        restores into an empty data folder (LOUPE_DATA)
  doctor [--quick] [--fix]                checks files, counts, indexes and disk; --fix repairs what it can
  doctor --backup DIR [--quick]           checks whether a backup can be restored; --quick skips the contents of image files
  user list                               lists accounts
  user add ACCOUNT [ROLE]                 creates an account and prints a one-time password
  user reset ACCOUNT                      resets the password and prints a one-time password
  user enable|disable ACCOUNT             enables or disables an account
  user role ACCOUNT ROLE                  changes the role
`,
} as const;
