/** Words for the issues of any schema: each kind of issue, and every route of the contract with input that makes no sense. */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { api } from '../api.ts';
import { Thresholds } from '../predictions/index.ts';
import { Color, FolderName, Name30, Password } from './fields.ts';
import { faultOfInput } from './issues.ts';
import { messageText } from './messages.ts';
import type { Route } from './route.ts';

const faultOf = (type: z.ZodType, value: unknown) => {
  const parsed = type.safeParse(value);
  if (parsed.success) return null;
  const fault = faultOfInput(parsed.error.issues[0], value);
  return { zh: messageText('input.invalid', 'zh', { ...fault }), en: messageText('input.invalid', 'en', { ...fault }) };
};
const raw = /[\\^$]|\[[^\]]*-|Invalid (input|string|option)|received|Too (small|big)|Unrecognized|undefined/;
const english = /[A-Za-z]{2,} [A-Za-z]{2,}/;
/** What stands in quotes is what the request itself says. */
const unquoted = (zh: string) => zh.replaceAll(/「[^」]*」/g, '');

describe('of one of several kinds of inputs', () => {
  const list = { type: 'list', which: 'any', values: ['a'] };
  const texts = { binary: 0.5, box: 0.5, unclip: 1, edgeCut: 0, textScore: 0.5, rules: [list] };
  const boxes = { confidence: 0.4, nms: 0.5, iou: 0.5 };
  const ids = Array.from({ length: 1001 }, (_, i) => i + 1);
  const oneOfTypes = /^rules.0.type must be one of “list”, “matches”, .+ “count”$/;

  it.each<[unknown, string | RegExp]>([
    [{ ...texts, rules: Array.from({ length: 21 }, () => list) }, 'rules must have at most 20 entries'],
    [
      { ...texts, rules: [{ ...list, values: Array(1001).fill('a') }] },
      'rules.0.values must have at most 1000 entries',
    ],
    [{ ...texts, rules: [{ ...list, type: 'lists' }] }, oneOfTypes],
    [{ ...texts, rules: [{ ...list, type: undefined }] }, 'rules.0.type is missing'],
    [{ ...texts, textScore: undefined }, 'textScore is missing'],
    [{ ...boxes, nms: 2 }, 'nms must be at most 1'],
    [{ ...boxes, iou: 'x' }, 'iou must be a number'],
    [{ ...boxes, maskScore: 0.4 }, 'input has unknown fields: “maskScore”'],
    [{ ...boxes, byLabelLeast: { dent: { length: -1 } } }, 'byLabelLeast.dent.length must be at least 0'],
    [{ shine: 1 }, 'input is not a valid value'],
    [7, 'input must be an object'],
  ])('thresholds %#', (thresholds, text) => {
    const { en } = faultOf(Thresholds, thresholds)!;
    expect(en.replace('Check your input: ', '')).toMatch(text instanceof RegExp ? text : new RegExp(`^${text}$`));
  });

  it.each<[unknown, string, string]>([
    [{ ids }, '所选图片编号最多 1000 项', 'selection.ids must have at most 1000 entries'],
    [{ ids: [] }, '所选图片编号不能为空', 'selection.ids must not be empty'],
    [{ ids: ['a'] }, '所选图片编号第 1 项必须是数字', 'selection.ids.0 must be a number'],
    [{ filter: {} }, '所选图片筛选条件文件夹缺少', 'selection.filter.folderId is missing'],
    [{}, '所选图片必须包含以下字段之一：「ids」、「filter」', 'selection must have one of the fields “ids”, “filter”'],
    [{ ids: [1], all: true }, '所选图片包含未知字段「all」', 'selection has unknown fields: “all”'],
    ['all', '所选图片必须是对象', 'selection must be an object'],
    [undefined, '所选图片缺少', 'selection is missing'],
  ])('selections %#', (selection, zh, en) => {
    expect(faultOf(api.imageMove.input, { selection, folderId: 1 })).toEqual({
      zh: `请检查输入：${zh}`,
      en: `Check your input: ${en}`,
    });
  });

  it('a selection that is the whole input', () => {
    expect(faultOf(api.imageDelete.input, { ids })!.en).toBe('Check your input: ids must have at most 1000 entries');
  });
});

describe('validation texts: generic issues', () => {
  it.each<[z.ZodType, unknown, string, string]>([
    [
      Name30,
      'a b',
      '名称只能包含中文、字母、数字和下划线',
      'name can only contain letters, Chinese characters, digits and underscores',
    ],
    [Name30, '', '名称不能为空', 'name must not be empty'],
    [Name30, 'a'.repeat(31), '名称最多 30 个字符', 'name must have at most 30 characters'],
    [Name30, undefined, '名称缺少', 'name is missing'],
    [Name30, 7, '名称必须是文本', 'name must be text'],
    [
      FolderName,
      'a.b',
      '名称只能包含中文、字母、数字、下划线和连字符',
      'name can only contain letters, Chinese characters, digits, underscores and hyphens',
    ],
    [
      Password,
      'short',
      '名称必须是 6–20 位字母、数字或特殊符号',
      'name must have 6–20 letters, digits or special symbols',
    ],
    [Color, 'red', '名称必须是六位十六进制颜色，如 #f2545b', 'name must be a colour such as #f2545b'],
    [z.int().min(3).max(5), 2, '名称不能小于 3', 'name must be at least 3'],
    [z.int().min(3).max(5), 6, '名称不能大于 5', 'name must be at most 5'],
    [z.int(), 1.5, '名称必须是整数', 'name must be a whole number'],
    [z.number().gt(0), 0, '名称必须大于 0', 'name must be above 0'],
    [z.boolean(), 'x', '名称只能是 true 或 false', 'name must be true or false'],
    [z.array(z.int()).min(2), [1], '名称至少要有 2 项', 'name must have at least 2 entries'],
    [z.array(z.int()), [1, 'x'], '名称第 2 项必须是数字', 'name.1 must be a number'],
    [z.enum(['a', 'b']), 'c', '名称必须是以下之一：「a」、「b」', 'name must be one of “a”, “b”'],
    [z.uuid(), 'c', '名称格式不正确', 'name is not in the right format'],
    [z.strictObject({}), { x: 1 }, '名称包含未知字段「x」', 'name has unknown fields: “x”'],
    [z.union([z.int(), z.boolean()]), 'c', '名称取值不正确', 'name is not a valid value'],
  ])('%#', (type, value, zh, en) => {
    expect(faultOf(z.object({ name: type }), { name: value })).toEqual({
      zh: `请检查输入：${zh}`,
      en: `Check your input: ${en}`,
    });
  });

  it('names a field that is called like what every object has', () => {
    expect(faultOf(z.object({ constructor: z.int() }), { constructor: 'x' })!.zh).toBe(
      '请检查输入：「constructor」必须是数字',
    );
  });

  it.each(Object.entries(api as Record<string, Route>))('%s', (_name, route) => {
    const shape = route.input instanceof z.ZodObject ? Object.keys(route.input.shape) : [];
    const wrong = [null, '', 'x y', '\n', -1, 0.5, Number.NaN, [], [null], {}, true];
    const inputs = [7, {}, ...shape.flatMap((key) => wrong.map((value) => ({ [key]: value })))];
    for (const input of inputs) {
      const text = faultOf(route.input, input);
      if (!text) continue;
      expect(unquoted(text.zh)).not.toMatch(english);
      expect(text.zh).not.toMatch(raw);
      expect(text.en).not.toMatch(raw);
    }
  });
});
