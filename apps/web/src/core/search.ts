/**
 * Page state in the address. Values stay the strings that they are (the router's own parser turns `662E41` into a
 * number); each screen reads them through a zod schema with `useUrlState(schema)`.
 */
import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { z } from 'zod';

export const parseSearch = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text));

/** Empty, null and undefined values leave the address. */
export const stringifySearch = (search: Record<string, unknown>): string => {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(search)) {
    if (value !== undefined && value !== null && value !== '') params.set(key, String(value));
  }
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
};

/** Fields for screens: a positive id, or 0 where the address holds none that could be one. */
export const urlId = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).catch(0);
export const urlPage = z.coerce.number().int().min(1).max(10_000_000).catch(1);
export const urlText = z.string().max(200).catch('');

export type UrlPatch<S extends z.ZodObject> = {
  [K in keyof z.input<S>]?: string | number | boolean | null | undefined;
};

/**
 * The search text of the address that belongs to the screen that asks. While the next screen loads, this one is still
 * drawn but the router already holds the other's address: read then, it would ask the server for nothing it knows.
 */
const useOwn = (): { pathname: string; search: string } => {
  const { pathname, searchStr } = useRouterState({ select: (state) => state.location });
  const [own, setOwn] = useState({ pathname, searchStr });
  const isHere = pathname === own.pathname;
  if (isHere && searchStr !== own.searchStr) setOwn({ pathname, searchStr });
  return { pathname: own.pathname, search: isHere ? searchStr : own.searchStr };
};
export const useOwnSearch = (): string => useOwn().search;

/**
 * `[state, patch]`: patch merges into the address; `replace` keeps the history short (typing in a search field). An answer
 * that comes after the person has left changes nothing: the address is another screen's by then.
 */
export const useUrlState = <S extends z.ZodObject>(
  schema: S,
): [z.output<S>, (change: UrlPatch<S>, options?: { replace?: boolean }) => void] => {
  const { pathname, search } = useOwn();
  const navigate = useNavigate();
  const router = useRouter();
  const state = useMemo(() => schema.parse(parseSearch(search)), [schema, search]);
  const patch = useCallback(
    (change: UrlPatch<S>, options: { replace?: boolean } = {}) => {
      if (router.latestLocation.pathname !== pathname) return;
      void navigate({
        to: '.',
        search: ((before: Record<string, unknown>) => ({ ...before, ...change })) as never,
        replace: options.replace ?? false,
      });
    },
    [navigate, router, pathname],
  );
  return [state, patch];
};

const AddSearch = z.object({ add: z.string().catch('') });

/** `?add=1` opens a list with its dialog for a new one; the address forgets it at once, so that a reload does not. */
export const useAsksToAdd = (): boolean => {
  const [{ add }, change] = useUrlState(AddSearch);
  const [asks] = useState(add === '1');
  useEffect(() => {
    if (add) change({ add: undefined }, { replace: true });
  }, [add, change]);
  return asks;
};
