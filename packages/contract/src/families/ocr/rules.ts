/** Rules across parameters that both networks of OCR have. */
import type { ParamRule, ParamsOf } from '../params.ts';
import type { lengthFields, ocrScheduleFields, startFields } from './fields.ts';

type Shared = ParamsOf<typeof startFields & typeof lengthFields & typeof ocrScheduleFields>;
const isByTime = (p: Shared): boolean => p.length === 'time';

export const ocrRules: readonly ParamRule<Shared>[] = [
  {
    field: 'network',
    broken: (p) => p.training === 'none' && p.network !== 'pp',
    message: 'train.readerNetwork',
  },
  {
    field: 'saveInterval',
    broken: (p) => !isByTime(p) && p.saveInterval > p.epochs,
    message: 'train.saveIntervalTooLong',
  },
  { field: 'decayEpochs', broken: (p) => p.decay === 'steps' && p.decayEpochs.length === 0, message: 'train.noDecay' },
  {
    field: 'decayEpochs',
    broken: (p) => !isByTime(p) && p.decay === 'steps' && (p.decayEpochs.at(-1) ?? 0) >= p.epochs,
    message: 'train.decayTooLate',
  },
];
