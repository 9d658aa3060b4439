/** A file of help with its parts at the side. */
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { followEnter } from '../../../core/enter.ts';
import { ErrorState } from '../../../ui/EmptyState.tsx';
import { Markdown, type Beside } from '../../../ui/Markdown.tsx';
import { headingsOf, type MarkdownFile } from '../../../ui/markdown-tree.ts';
import type { Read } from '../files.ts';
import styles from './help.module.css';

const goTo = (id: string): void => document.querySelector(`#${id}`)?.scrollIntoView();
const enter = followEnter(null);

function Parts({ file }: { file: MarkdownFile }) {
  const { t } = useTranslation();
  return (
    <nav className={styles.parts} aria-label={t('help.contents')} {...enter}>
      {headingsOf(file, 2).map(({ id, text }) => (
        <button key={id} type="button" onClick={() => goTo(id)}>
          {text}
        </button>
      ))}
    </nav>
  );
}

/** An address may end with the number of a part, `#10`; numbers are the same in both languages. */
function useNamedPart(file: MarkdownFile | undefined): void {
  const named = useRouterState({ select: ({ location }) => location.hash });
  useEffect(() => {
    const part = named && file ? headingsOf(file, 2).find(({ text }) => text.startsWith(`${named}.`)) : undefined;
    if (part) goTo(part.id);
  }, [file, named]);
}

/** `name` tells one file from another; `beside`: as for Markdown. */
export function Reader({ name, read, beside = {} }: { name: string; read: Read; beside?: Beside }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['help', name],
    queryFn: read,
    staleTime: Infinity,
    meta: { silent: true },
  });
  useNamedPart(data);
  return (
    <section className={`card ${styles.reader}`}>
      {data ? (
        <>
          <Parts file={data} />
          <Markdown file={data} beside={beside} />
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton active paragraph={{ rows: 10 }} />
      )}
    </section>
  );
}
