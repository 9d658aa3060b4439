/** Messages: both languages, the same arguments in both, and the specification's words. */
import { describe, expect, it } from 'vitest';
import { codes, envelope, httpStatus } from './envelope.ts';
import { messages, messageText, type MessageKey } from './messages.ts';

const argsOf = (text: string) => [...new Set([...text.matchAll(/\{(\w+)/g)].map((m) => m[1]))].sort();

describe('messages', () => {
  it.each(Object.keys(messages) as MessageKey[])('%s takes the same arguments in both languages', (key) => {
    expect(argsOf(messages[key].zh)).toEqual(argsOf(messages[key].en));
    expect(messages[key].zh).toMatch(/[\p{Script=Han}]/u);
  });

  it('set a person’s name apart in Chinese, as it may be a Latin one', () => {
    const touching = /\p{Script=Han}\{(owner|by)\}|\{(owner|by)\}\p{Script=Han}/u;
    expect(Object.entries(messages).filter(([, { zh }]) => touching.test(zh))).toEqual([]);
  });

  it('begin as a sentence does in English, and call an image an image', () => {
    // What the specification words itself, and what only stands within another text.
    const given = /^(ok|noData|noResult|loading|network\.|server\.un|prelabel\.|canvas\.outside|archive\.|online\.im)/;
    const alsoGiven =
      /^(folder\.notMarked|model\.usedD|task\.ongoing|export\.(done|none)|account\.passwordsD|dataset\.nameE)/;
    const within =
      /^(analysis\.set\.|(coco|annotationFile|pattern)\.why\.|input\.(reviewAbove|noScale|dateFormat|daysOrder)|train\.regionOrder)/;
    const own = Object.entries(messages).filter(([key]) => ![given, alsoGiven, within].some((one) => one.test(key)));
    expect(own.filter(([, { en }]) => /^[a-z]+[ ,;:]/.test(en)).map(([key]) => key)).toEqual([]);
    expect(
      own.filter(([, { en }]) => /\bpictures?\b/i.test(en.replaceAll(/\{\w+\}/g, ''))).map(([key]) => key),
    ).toEqual([]);
  });

  it.each([
    ['session.offline', 'The current account is offline'],
    ['network.anomaly', 'network anomaly'],
    ['permission.denied', 'Permission denied'],
    ['ok', 'operation success'],
    ['noData', 'no data'],
    ['noResult', 'no result'],
    ['prelabel.inProgress', 'prelabeling in progress, please wait'],
    ['prelabel.deleteAfter', 'delete only after pre-annotation'],
    ['canvas.outside', 'do not operate outside the picture area'],
    ['archive.zipOnly', 'zip only'],
    ['online.imageRule', 'select a JPG or PNG under 10M'],
    ['folder.notMarked', 'the folder is not marked, mark it first'],
    ['prelabel.doFirst', 'current file not pre-marked, do it first?'],
    ['model.usedDelete', 'cannot delete used model'],
    ['task.ongoingDelete', 'ongoing tasks cannot delete'],
    ['server.unreachable', 'no connection to server'],
    ['export.done', 'export successful, go to export history'],
    ['export.none', 'no export history'],
    ['account.passwordsDiffer', 'two passwords do not match'],
    ['dataset.nameExists', 'the data set name already exists'],
    ['loading', 'loading'],
  ] satisfies [MessageKey, string][])('%s is the specification’s text', (key, text) => {
    expect(messages[key].en).toBe(text);
  });

  it.each([
    [0, '0 shapes use this label.'],
    [1, '1 shape uses this label.'],
    [2, '2 shapes use this label.'],
    [21, '21 shapes use this label.'],
    ['1,200', '1,200 shapes use this label.'],
  ])('counts %s in the form of its language', (count, text) => {
    expect(messageText('label.inUse', 'en', { count })).toContain(text);
    expect(messageText('label.inUse', 'zh', { count })).toContain(`用于 ${count} 处标注`);
  });

  it('have a form for one and a form for more wherever they count, and none in Chinese', () => {
    const texts = Object.values(messages);
    const counted = texts.flatMap(({ en }) => [...en.matchAll(/\{\w+\|([^}]*)\}/g)].map((m) => m[1]!));
    expect(counted.length).toBeGreaterThan(0);
    expect(counted.filter((forms) => !/^[^|]+\|[^|]+$/.test(forms))).toEqual([]);
    expect(texts.filter(({ zh }) => zh.includes('|'))).toEqual([]);
    // "1 images": a bare plural after a count
    expect(texts.filter(({ en }) => /\{count\} (?:\w+ )?(?!s)\w+s\b/.test(en)).map(({ en }) => en)).toEqual([]);
  });

  it('fills arguments', () => {
    expect(messageText('analysis.completed', 'en', { set: 'training', n: 3 })).toBe('training 3 Analysis completed');
    expect(messageText('analysis.completed', 'zh', {})).toBe('  分析完成');
    const set = (locale: 'zh' | 'en') => messageText('analysis.set.testing', locale);
    expect(messageText('analysis.completed', 'zh', { set: set('zh'), n: 3 })).toBe('测试任务 3 分析完成');
    expect(messageText('analysis.completed', 'en', { set: set('en'), n: 3 })).toBe('testing 3 Analysis completed');
  });
});

describe('envelope', () => {
  it('travels with HTTP 200 where the client reads the body, else with its status', () => {
    expect([codes.ok, codes.message, codes.offline, codes.revoked].map(httpStatus)).toEqual([200, 200, 200, 200]);
    expect([400, 403, 404, 409, 413, 415, 429, 500, 507].map(httpStatus)).toEqual([
      400, 403, 404, 409, 413, 415, 429, 500, 507,
    ]);
  });
  it('carries both texts and the data', () => {
    expect(envelope(610, 'image.tooMany', [1], { max: 20, count: 21 })).toEqual({
      code: 610,
      msg: messageText('image.tooMany', 'zh', { max: 20, count: 21 }),
      en_msg: messageText('image.tooMany', 'en', { max: 20, count: 21 }),
      data: [1],
    });
  });
});
