/** What is told of refused parameters: for every bound the field by its label and the true reason, in either language. */
import { describe, expect, it } from 'vitest';
import { messageText } from '../core/messages.ts';
import { boundCases } from './bound-cases.ts';
import { recipes } from './index.ts';
import { faultOfParams } from './param-issues.ts';

const faultOf = (id: keyof typeof recipes, params: Record<string, unknown>) => {
  const { params: schema, table } = recipes[id];
  const parsed = schema.safeParse(params);
  if (parsed.success) return null;
  const fault = faultOfParams(table, parsed.error.issues, params);
  const text = (locale: 'zh' | 'en') =>
    fault.rule
      ? messageText(fault.rule, locale)
      : messageText('input.invalid', locale, { where: fault.where, why: fault.why });
  return { ...fault, zh: text('zh'), en: text('en') };
};

/** Parts of patterns and of zod's own English; two Latin words in a row are no Chinese sentence. */
const raw = /[\\^$]|\[[^\]]*-|Invalid|expected|received|Too (small|big)|Unrecognized|\bNaN\b|undefined/;
const english = /[A-Za-z]{2,} [A-Za-z]{2,}/;

const refused = Object.values(recipes).flatMap(({ id, table }) =>
  boundCases(table)
    .filter(({ passes }) => !passes)
    .map((one) => ({ id, ...one, field: table[one.key]! })),
);

describe('validation texts: each bound of each parameter', () => {
  it.each(refused)('$id $key $name', ({ id, key, params, field, message, name }) => {
    const fault = faultOf(id, params)!;
    expect(fault.zh).not.toMatch(english);
    for (const text of [fault.zh, fault.en]) expect(text).not.toMatch(raw);
    // too long a warm-up is told by the rule, which names it in its own words
    if (key === 'warmupEpochs' && name === 'max') expect(fault.rule).toBe('train.warmupTooLong');
    else {
      expect(fault).toMatchObject({ field: key, rule: null });
      expect(fault.zh).toContain(field.label.zh);
      expect(fault.en).toContain(field.label.en);
      if (message) expect(fault.why.en).toBe(messageText(message, 'en'));
    }
    if ((name === 'below' || name === 'above') && 'min' in field) {
      for (const bound of [field.min, field.max]) expect(fault.zh).toContain(String(bound));
    }
  });

  it('names unknown parameters', () => {
    expect(faultOf('detect', { adams: true })).toMatchObject({
      field: 'params',
      zh: '请检查输入：训练参数包含未知字段「adams」',
      en: 'Check your input: params has unknown fields: “adams”',
    });
  });

  // decision 0011: the third case of the specification is x6 with both
  it.each([
    ['x', true, true, 1760, 'train.sizeTooLargeX'],
    ['x', true, false, 2048, null],
    ['x', false, true, 2048, null],
    ['x6', false, false, 1664, 'train.sizeTooLargeX6'],
    ['x6', true, false, 1664, 'train.sizeTooLargeX6'],
    ['x6', false, true, 1664, 'train.sizeTooLargeX6'],
    ['x6', true, true, 1280, 'train.sizeTooLargeX6Heavy'],
    ['l', true, true, 2048, null],
    ['l6', true, true, 2048, null],
  ] as const)('network %s, Adam %s, multi-scale %s: at most %i px', (network, adam, multiScale, most, rule) => {
    const of = (imageSize: number) => faultOf('detect', { network, adam, multiScale, imageSize });
    expect(of(most)).toBeNull();
    const fault = of(most + (network.endsWith('6') ? 2 : 32))!;
    expect(fault).toMatchObject({ field: 'imageSize', rule });
    for (const text of [fault.zh, fault.en]) expect(text).toContain(String(most));
    expect(fault.zh).toMatch(/^[^a-z]*(网络|请检查)/);
    if (rule) for (const text of [fault.zh, fault.en]) expect(text).toContain(network);
    // it names the switches where they are what the cap is for
    const isBoth = rule !== null && rule !== 'train.sizeTooLargeX6';
    expect(/Adam.*多尺度/.test(fault.zh)).toBe(isBoth);
    expect(/Adam and multi-scale/.test(fault.en)).toBe(isBoth);
  });

  it.each([
    [{ epochs: 0 }, '请检查输入：训练轮数必须是 1 到 999999 的整数'],
    [{ imageSize: 300 }, '请检查输入：训练尺寸必须是 320 到 2048 的整数'],
    [{ imageSize: 288 }, '请检查输入：训练尺寸必须是 320 到 2048 的整数'],
    [{ imageSize: 321 }, '此网络的训练尺寸必须是 32 的倍数；P6 网络可用任意偶数'],
    [{ imageSize: 321, network: 'n6' }, '请检查输入：训练尺寸必须是 2 的倍数'],
    [{ multiScaleRange: [1, 1] }, '请检查输入：多尺度范围数值必须递增'],
    [{ learningRate: '0.1' }, '请检查输入：初始学习率必须是 0 到 1 的数，最多 8 位小数'],
  ])('tells the true reason of %j', (params, zh) => {
    expect(faultOf('detect', params)?.zh).toBe(zh);
  });
});
