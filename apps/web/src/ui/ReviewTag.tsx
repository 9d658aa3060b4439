/** What the review of an image has come to: `<ReviewTag state="returned" />`; `bare`: the sign alone, named for who hears the page. */
import { AuditOutlined, RollbackOutlined, SafetyCertificateFilled } from '@ant-design/icons';
import type { ReviewState } from '@loupe/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ToneTag, type Tone } from './StatusTag.tsx';

export const reviewSigns: { readonly [S in ReviewState]: { tone: Tone; icon: ReactNode } } = {
  submitted: { tone: 'busy', icon: <AuditOutlined /> },
  accepted: { tone: 'ok', icon: <SafetyCertificateFilled /> },
  returned: { tone: 'warn', icon: <RollbackOutlined /> },
};

export function ReviewTag({ state, bare = false, plain }: { state: ReviewState; bare?: boolean; plain?: boolean }) {
  const { t } = useTranslation();
  const text = t(`review.states.${state}`);
  return (
    <ToneTag {...reviewSigns[state]} plain={plain}>
      {bare ? <span className="sr-only">{text}</span> : text}
    </ToneTag>
  );
}
