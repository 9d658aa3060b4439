/**
 * What is wrong with an input, in words of both languages: made from the issues of its schema, whose own texts are English
 * and hold patterns. `where` names the field, `why` goes on from there: "name must not be empty".
 */
import type { z } from 'zod';
import { cutText } from './cut-text.ts';
import { fillText } from './fill-text.ts';
import { isMessageKey, messages, type Words } from './messages.ts';
import { patterns } from './patterns.ts';

export type Issue = z.core.$ZodIssue;
export interface Fault {
  where: Words;
  why: Words;
}

const words = (zh: string, en: string): Words => ({ zh, en });

/** Fields that many requests have, as a person calls them; others are named as the API does. */
const fieldNames: Readonly<Record<string, string>> = {
  account: '账号',
  agreed: '协议',
  code: '验证码',
  color: '颜色',
  company: '公司',
  datasetId: '数据集',
  description: '描述',
  email: '邮箱',
  expected: '应有的文字',
  folderId: '文件夹',
  folderIds: '文件夹',
  functionName: '功能名称',
  id: '编号',
  ids: '编号',
  input: '请求',
  labels: '标签',
  modelId: '模型',
  name: '名称',
  newPassword: '新密码',
  oldPassword: '原密码',
  pageNum: '页码',
  pageSize: '每页条数',
  params: '训练参数',
  password: '密码',
  passwordAgain: '确认密码',
  phone: '手机号',
  planName: '方案名称',
  projectId: '项目',
  roleId: '角色',
  seed: '随机种子',
  sort: '排序',
  thresholds: '阈值',
  versionId: '版本',
};

/** A person may send a field that is named like what every object has. */
const zhName = (part: PropertyKey): string => {
  if (typeof part === 'number') return `第 ${part + 1} 项`;
  return Object.hasOwn(fieldNames, part) ? fieldNames[String(part)]! : `「${String(part)}」`;
};

/** The field that an issue is about: `labels.0.name`, and `标签第 1 项名称`. */
export const placeOf = (path: readonly PropertyKey[]): Words => {
  const parts = path.length === 0 ? ['input'] : path;
  return words(parts.map(zhName).join(''), parts.map(String).join('.'));
};

/** What a pattern asks for, instead of the pattern. */
const patternWords = new Map<string, Words>(
  (
    [
      [
        patterns.name,
        '只能包含中文、字母、数字和下划线',
        'can only contain letters, Chinese characters, digits and underscores',
      ],
      [
        patterns.folderName,
        '只能包含中文、字母、数字、下划线和连字符',
        'can only contain letters, Chinese characters, digits, underscores and hyphens',
      ],
      [patterns.password, '必须是 6–20 位字母、数字或特殊符号', 'must have 6–20 letters, digits or special symbols'],
      [patterns.mobile, '必须是 11 位手机号', 'must be an 11-digit mobile number'],
      [patterns.phoneOrLandline, '必须是手机号或固定电话', 'must be a mobile or landline number'],
      [patterns.email, '必须是邮箱地址', 'must be an e-mail address'],
      [patterns.account, '必须是 1–50 位字母、数字或 _ @ . + -', 'must have 1–50 letters, digits or _ @ . + -'],
      [patterns.color, '必须是六位十六进制颜色，如 #f2545b', 'must be a colour such as #f2545b'],
      [patterns.verificationCode, '必须是 6 位数字', 'must have 6 digits'],
    ] as const
  ).map(([pattern, zh, en]) => [String(pattern), words(zh, en)]),
);

const typeWords: Readonly<Record<string, Words>> = {
  string: words('必须是文本', 'must be text'),
  number: words('必须是数字', 'must be a number'),
  int: words('必须是整数', 'must be a whole number'),
  boolean: words('只能是 true 或 false', 'must be true or false'),
  array: words('必须是列表', 'must be a list'),
  tuple: words('必须是列表', 'must be a list'),
  object: words('必须是对象', 'must be an object'),
  record: words('必须是对象', 'must be an object'),
  null: words('必须为空', 'must be empty'),
};

const wrong = words('取值不正确', 'is not a valid value');
const badFormat = words('格式不正确', 'is not in the right format');
const missing = words('缺少', 'is missing');
const unit: Readonly<Record<string, Words>> = {
  string: words('个字符', '{bound|character|characters}'),
  array: words('项', '{bound|entry|entries}'),
};

/** Names in a text, the first of them where they are many. */
export const namedWords = (names: readonly string[], most: number): Words => {
  const short = names.slice(0, most).map((name) => cutText(name, 40));
  const more = names.length > most ? ' …' : '';
  return {
    zh: short.map((name) => `「${name}」`).join('、') + more,
    en: short.map((name) => `“${name}”`).join(', ') + more,
  };
};

function sizeWords(issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig): Words {
  const isSmall = issue.code === 'too_small';
  const bound = Number(isSmall ? issue.minimum : issue.maximum);
  const counted = unit[issue.origin];
  if (counted && isSmall && bound === 1) return words('不能为空', 'must not be empty');
  if (counted) {
    const counts = fillText(counted.en, 'en', { bound });
    return isSmall
      ? words(`至少要有 ${bound} ${counted.zh}`, `must have at least ${bound} ${counts}`)
      : words(`最多 ${bound} ${counted.zh}`, `must have at most ${bound} ${counts}`);
  }
  if (issue.inclusive === false) {
    return isSmall
      ? words(`必须大于 ${bound}`, `must be above ${bound}`)
      : words(`必须小于 ${bound}`, `must be below ${bound}`);
  }
  return isSmall
    ? words(`不能小于 ${bound}`, `must be at least ${bound}`)
    : words(`不能大于 ${bound}`, `must be at most ${bound}`);
}

/** The value that an issue is about, to tell what is missing from what is of another type. */
const valueAt = (raw: unknown, path: readonly PropertyKey[]): unknown => {
  let value = raw;
  for (const part of path) value = (value as Record<PropertyKey, unknown> | null | undefined)?.[part];
  return value;
};

/** Why the value is refused. */
export function issueWords(issue: Issue, raw: unknown): Words {
  if (isMessageKey(issue.message)) return messages[issue.message];
  const isMissing = valueAt(raw, issue.path) === undefined;
  switch (issue.code) {
    case 'invalid_type':
      return isMissing ? missing : (typeWords[issue.expected] ?? wrong);
    case 'too_small':
    case 'too_big':
      return sizeWords(issue);
    case 'not_multiple_of':
      return words(`必须是 ${issue.divisor} 的倍数`, `must be a multiple of ${issue.divisor}`);
    case 'invalid_format':
      return (issue.format === 'regex' && patternWords.get(issue.pattern ?? '')) || badFormat;
    case 'invalid_value': {
      if (isMissing) return missing;
      const list = namedWords(issue.values.map(String), 12);
      return words(`必须是以下之一：${list.zh}`, `must be one of ${list.en}`);
    }
    case 'unrecognized_keys': {
      const list = namedWords(issue.keys, 5);
      return words(`包含未知字段${list.zh}`, `has unknown fields: ${list.en}`);
    }
    case 'invalid_union':
      return isMissing ? missing : wrong;
    default:
      return wrong;
  }
}

/** Of kinds of inputs of which one has the right fields and breaks a rule of its own, that rule: the others are not meant. */
function meantIssue(issue: Issue): Issue {
  if (issue.code !== 'invalid_union') return issue;
  const [broken, ...more] = issue.errors.filter((all) => all.length > 0 && all.every(({ code }) => code === 'custom'));
  const rule = more.length === 0 ? broken?.[0] : undefined;
  return rule ? { ...rule, path: [...issue.path, ...rule.path] } : issue;
}

/** The first issue of a refused input, in words. */
export function faultOfInput(issue: Issue | undefined, raw: unknown): Fault {
  if (!issue) return { where: placeOf([]), why: wrong };
  const meant = meantIssue(issue);
  return { where: placeOf(meant.path), why: issueWords(meant, raw) };
}
