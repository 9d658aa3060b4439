/** Why a version did not pass its parity check, and what to do about it. */
import { comparedTooFew, isReadyStage, type Version } from '@loupe/contract';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { asParagraph } from '../../../core/i18n.ts';

/** The first that was not passed, in the order in which they are made: of each stage, then of all together. */
const failedOf = ({ stages, certificate }: Version) =>
  [...stages.map((stage) => stage.certificate), certificate].find((one) => one?.passed === false);

export function UncertifiedNotice({ version }: { version: Version }) {
  const { t } = useTranslation();
  if (version.state === 'ready') return null;
  const failed = failedOf(version);
  const isFew = failed && comparedTooFew(failed);
  return (
    <Alert
      type="warning"
      showIcon
      title={asParagraph([
        t('models.cert.unusable'),
        !isFew
          ? t('models.cert.differs')
          : version.stages.every(({ params }) => isReadyStage(params))
            ? t('models.cert.readyMade')
            : t('models.cert.tooFew', { count: failed.compared, least: failed.minCompared }),
      ])}
    />
  );
}
