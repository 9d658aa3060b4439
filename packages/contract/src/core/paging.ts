/** List requests and answers: `{pageNum, pageSize, …filters, sort}` gives `{list, total, pageNum, pageSize}`. */
import { z } from 'zod';
import { Count } from './fields.ts';
import { limits } from './limits.ts';

const PageNum = z.int().min(1).max(10_000_000);
const PageSize = z.int().min(1).max(limits.pageSizeMax);

/** Input of a list: filters of its own, and a sort column with direction (`-` first means descending). */
export const pageInput = <F extends z.ZodRawShape, S extends string>(filters: F, sorts: readonly S[]) =>
  z.object({
    ...filters,
    pageNum: PageNum.default(1),
    pageSize: PageSize.default(20),
    sort: z.enum(sorts.flatMap((s) => [s, `-${s}` as const]) as [S | `-${S}`, ...(S | `-${S}`)[]]).optional(),
  });

export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ list: z.array(item), total: Count, pageNum: PageNum, pageSize: PageSize });

export interface Page<T> {
  list: T[];
  total: number;
  pageNum: number;
  pageSize: number;
}
