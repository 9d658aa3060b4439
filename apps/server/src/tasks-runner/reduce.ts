/** A batch of engine events as the changes they make: pure, so that repeats, gaps and bad lines can be tested alone. */
import { EngineEvent, type Cause, type TaskProgress, type TrainingLength } from '@loupe/contract';
import { cleanText, type Line } from './lines.ts';

export interface Checkpoint {
  step: number;
  path: string;
  sha256: string;
}
export interface EngineEnd {
  as: 'completed' | 'paused' | 'stopped' | 'failed';
  cause: Cause | null;
}
export interface Changes {
  /** Last number without a gap: what the server holds for good. */
  ack: number;
  device?: string;
  length?: TrainingLength;
  progress?: TaskProgress;
  checkpoints: Checkpoint[];
  series: { step: number; values: Record<string, number> }[];
  lines: Line[];
  end?: EngineEnd;
}

const nothing: TaskProgress = { phase: null, done: 0, total: 0, unit: '', etaSeconds: null };
const latest = Date.UTC(2100, 0, 1);
const dateOf = (seconds: number): Date => new Date(Math.min(Math.max(seconds * 1000, 0), latest));

function seqOf(raw: unknown, place: number): number {
  const seq = (raw as { seq?: unknown } | null)?.seq;
  return Number.isSafeInteger(seq) ? (seq as number) : place;
}

function apply(changes: Changes, event: EngineEvent, before: TaskProgress): void {
  const line = (body: Record<string, unknown>) =>
    changes.lines.push({ seq: event.seq, at: dateOf(event.t), kind: event.type, body });
  switch (event.type) {
    case 'started': {
      const { device, threads, dtype, versions } = event;
      changes.device = cleanText(device);
      line({ device, threads, dtype, versions });
      return;
    }
    case 'length':
      changes.length = { epochs: event.epochs, steps: event.steps };
      return;
    case 'phase':
      // no line: training and validating take turns, and nobody reads that
      changes.progress = { ...nothing, phase: cleanText(event.name) };
      return;
    case 'progress':
      changes.progress = {
        phase: (changes.progress ?? before).phase,
        done: event.done,
        total: event.total,
        unit: cleanText(event.unit),
        etaSeconds: event.eta_s,
      };
      return;
    case 'series': {
      const finite = Object.entries(event.values).filter((pair): pair is [string, number] => Number.isFinite(pair[1]));
      const values = Object.fromEntries(finite.map(([name, value]) => [cleanText(name), value]));
      if (finite.length > 0) changes.series.push({ step: event.step, values });
      return;
    }
    case 'checkpoint':
      changes.checkpoints.push({ step: event.step, path: event.path, sha256: event.sha256 });
      return;
    case 'warning':
      line({ code: event.code, args: event.args, file: event.file ?? null });
      return;
    case 'artefact':
      line({
        role: event.role,
        path: event.path,
        bytes: event.bytes,
        sha256: event.sha256,
        ...(event.epoch === undefined ? {} : { epoch: event.epoch }),
      });
      return;
    case 'end':
      changes.end = { as: event.as, cause: event.cause ?? null };
      line({ as: event.as, step: event.step, cause: event.cause ?? null });
  }
}

/**
 * The changes that `raw`, numbered from `from`, makes after `ack`. A repeated event is ignored; after a gap nothing
 * counts; a line that is no event is kept as a warning and passed over, as it would otherwise stand in the way for ever.
 */
export function reduceEvents(
  ack: number,
  from: number,
  raw: readonly unknown[],
  before: TaskProgress | null = null,
): Changes {
  const changes: Changes = { ack, checkpoints: [], series: [], lines: [] };
  for (const [i, one] of raw.entries()) {
    const seq = seqOf(one, from + i);
    if (seq <= changes.ack) continue;
    if (seq !== changes.ack + 1) break;
    changes.ack = seq;
    if (changes.end) continue;
    const parsed = EngineEvent.safeParse(one);
    if (parsed.success) apply(changes, parsed.data, before ?? nothing);
    else {
      const why = parsed.error.issues[0]?.message.slice(0, 200) ?? '';
      changes.lines.push({ seq, kind: 'warning', body: { code: 'engine.badEvent', args: { why }, file: null } });
    }
  }
  return changes;
}
