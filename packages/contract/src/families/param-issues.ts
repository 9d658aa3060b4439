/** What is wrong with the parameters of a training: the field by its label, and the bounds that it has. */
import { issueWords, placeOf, type Fault, type Issue } from '../core/issues.ts';
import { isMessageKey, type MessageKey, type Words } from '../core/messages.ts';
import type { ParamField, ParamTable } from './params.ts';

const words = (zh: string, en: string): Words => ({ zh, en });

const numberWords = (min: number, max: number, decimals: number): Words =>
  decimals === 0
    ? words(`必须是 ${min} 到 ${max} 的整数`, `must be a whole number from ${min} to ${max}`)
    : words(
        `必须是 ${min} 到 ${max} 的数，最多 ${decimals} 位小数`,
        `must be a number from ${min} to ${max} with at most ${decimals} decimals`,
      );

/** What values a parameter takes. */
export function boundWords(field: ParamField): Words {
  switch (field.kind) {
    case 'integer':
      return numberWords(field.min, field.max, 0);
    case 'decimal':
      return numberWords(field.min, field.max, field.decimals ?? 4);
    case 'pair': {
      const { zh, en } = numberWords(field.min, field.max, field.decimals ?? 0);
      return words(`要有两个值，每个${zh}`, `must have two values, each of which ${en}`);
    }
    case 'sequence': {
      const { zh, en } = numberWords(field.min, field.max, 0);
      return words(`最多 ${field.most} 个值，每个${zh}`, `must have at most ${field.most} values, each of which ${en}`);
    }
    case 'regions':
      return words(
        `最多 ${field.most} 个矩形，坐标为 0 到 100 的百分数，最多 1 位小数`,
        `must have at most ${field.most} rectangles, in percent from 0 to 100 with at most 1 decimal`,
      );
    case 'factors': {
      const { zh, en } = numberWords(field.min, field.max, field.decimals);
      return words(
        `最多 ${field.most} 个标签，每个标签一个值，${zh}`,
        `must have one value for a label, for at most ${field.most} labels, each of which ${en}`,
      );
    }
    case 'labels':
      return words(`最多 ${field.most} 个标签，不能重复`, `must have at most ${field.most} labels, each of them once`);
    case 'text':
      return words(`最多 ${field.most} 个字符`, `must be a text of at most ${field.most} characters`);
    case 'choice':
      return words(
        `必须是以下之一：${field.options.map(({ label }) => label.zh).join('、')}`,
        `must be one of ${field.options.map(({ value }) => value).join(', ')}`,
      );
    case 'switch':
      return words('只能是开或关', 'must be on (true) or off (false)');
  }
}

export interface ParamFault extends Fault {
  /** The parameter; `params` where it is about none. */
  field: string;
  /** The rule across parameters that is broken: its text names them. */
  rule: MessageKey | null;
}

/** Rules within one parameter; their texts do not say which. */
const ownRules: readonly MessageKey[] = ['train.pairOrder', 'train.notIncreasing', 'train.regionOrder'];

/**
 * Which reason is told: a value beyond its own bounds comes before the rules across parameters, which such a value often
 * breaks as well; that a size is no multiple comes last, as a rule may say of which number.
 */
const rank = (issue: Issue): number => (issue.code === 'not_multiple_of' ? 2 : isMessageKey(issue.message) ? 1 : 0);

/** The one fault to tell of parameters that were refused. */
export function faultOfParams(table: ParamTable, issues: readonly Issue[], raw: unknown): ParamFault {
  const issue = issues.toSorted((a, b) => rank(a) - rank(b))[0]!;
  const name = String(issue.path[0] ?? 'params');
  const field = table[name];
  const key = isMessageKey(issue.message) ? issue.message : null;
  const isOwn = key === null || ownRules.includes(key);
  const isBound = field !== undefined && key === null && issue.code !== 'not_multiple_of';
  return {
    field: name,
    where: field?.label ?? placeOf(['params']),
    why: isBound ? boundWords(field) : issueWords(issue, raw),
    rule: isOwn ? null : key,
  };
}
