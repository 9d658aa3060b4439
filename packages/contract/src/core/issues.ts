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
  filter: '筛选条件',
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
  rules: '规则',
  seed: '随机种子',
  selection: '所选图片',
  sort: '排序',
  thresholds: '阈值',
  values: '可选值',
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

const oneOf = (values: readonly string[]): Words => {
  const list = namedWords(values, 12);
  return words(`必须是以下之一：${list.zh}`, `must be one of ${list.en}`);
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

/** It is about a field that the value does not have. */
const lacks = ({ code, path }: Issue, value: unknown): boolean =>
  path.length === 1 && code !== 'custom' && valueAt(value, path) === undefined;

/** Of kinds of inputs of which none is meant: by which literal, or by which field, they are told apart. */
function unionWords(issue: z.core.$ZodIssueInvalidUnion, raw: unknown): Words {
  if ('options' in issue && issue.options) return oneOf(issue.options.map(String));
  const value = valueAt(raw, issue.path);
  const fields = issue.errors.map((all) => all.filter((one) => lacks(one, value)).map(({ path }) => String(path[0])));
  if (fields.length === 0 || fields.some(({ length }) => length !== 1)) return wrong;
  const list = namedWords(fields.flat(), 12);
  return words(`必须包含以下字段之一：${list.zh}`, `must have one of the fields ${list.en}`);
}

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
      return oneOf(issue.values.map(String));
    }
    case 'unrecognized_keys': {
      const list = namedWords(issue.keys, 5);
      return words(`包含未知字段${list.zh}`, `has unknown fields: ${list.en}`);
    }
    case 'invalid_union':
      return isMissing ? missing : unionWords(issue, raw);
    default:
      return wrong;
  }
}

/** It is about the whole value: of another type, or not the one that is asked for. */
const isOfWhole = ({ code, path }: Issue): boolean =>
  path.length === 0 && (code === 'invalid_type' || code === 'invalid_value');

/**
 * How far a value is from one of several kinds: a point for each field that it has too many, or that it lacks. A literal
 * says which kind is meant: where it is another one, the kind is not.
 */
const distanceOf = (all: readonly Issue[], value: unknown): number =>
  all.reduce((sum, one) => {
    if (one.path.length === 0 && one.code === 'unrecognized_keys') return sum + one.keys.length;
    if (lacks(one, value)) return sum + 1;
    return one.path.length === 1 && one.code === 'invalid_value' && one.values.length === 1 ? Infinity : sum;
  }, 0);

/** Whether the value has a field of this kind; what is no object has none to tell by. */
function hasFieldOf(all: readonly Issue[], value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return true;
  const unknown = all.flatMap((one) => (one.path.length === 0 && one.code === 'unrecognized_keys' ? one.keys : []));
  return Object.keys(value).some((key) => !unknown.includes(key));
}

/** Of kinds of inputs the one that fits best: what is wrong with it, for the others are not meant. */
function meantIssue(issue: Issue, raw: unknown): Issue {
  if (issue.code !== 'invalid_union') return issue;
  const value = valueAt(raw, issue.path);
  const kinds = issue.errors.filter((all) => all.length > 0 && !all.some(isOfWhole));
  const distances = new Map(kinds.map((all) => [all, distanceOf(all, value)]));
  const [best] = kinds.toSorted((a, b) => distances.get(a)! - distances.get(b)!);
  if (best && distances.get(best) !== Infinity && hasFieldOf(best, value))
    return meantIssue({ ...best[0]!, path: [...issue.path, ...best[0]!.path] }, raw);
  const [first, ...others] = issue.errors.flat();
  const isOfType = (one: Issue): boolean =>
    isOfWhole(one) && one.code === 'invalid_type' && first?.code === 'invalid_type' && one.expected === first.expected;
  return first && [first, ...others].every(isOfType) ? { ...first, path: issue.path } : issue;
}

/** The first issue of a refused input, in words. */
export function faultOfInput(issue: Issue | undefined, raw: unknown): Fault {
  if (!issue) return { where: placeOf([]), why: wrong };
  const meant = meantIssue(issue, raw);
  return { where: placeOf(meant.path), why: issueWords(meant, raw) };
}
