/** Losses in words. */
import { ExportLossKind, messages, type ExportLoss } from '@loupe/contract';
import type { Losses } from './shapes.ts';

/** The greatest first, equal ones in the order of the contract. */
export const lossTexts = (losses: Losses): ExportLoss[] =>
  ExportLossKind.options
    .flatMap((kind) => (losses[kind] ? [{ kind, count: losses[kind], ...messages[`exportLoss.${kind}`] }] : []))
    .sort((a, b) => b.count - a.count);
