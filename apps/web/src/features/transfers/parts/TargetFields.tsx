/** The fields that say where an upload goes. */
import { PlusOutlined } from '@ant-design/icons';
import { messages, roleOf, type Dataset } from '@loupe/contract';
import { Button, type InputRef } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useText } from '../../../core/i18n.ts';
import { folderName, nameFault, nameFaultText, nameRuleText } from '../../../ui/name-rule.ts';
import { NameField } from '../../../ui/NameField.tsx';
import { PagedSelect } from '../../../ui/PagedSelect.tsx';
import { withFoot } from '../../../ui/with-foot.tsx';
import styles from './transfers.module.css';
import type { UploadTarget } from './use-upload-target.ts';

function KnownFolder({ target, onNew }: { target: UploadTarget; onNew: () => void }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const { datasetId, folder } = target;
  const makeNew = () => {
    onNew();
    target.setNew(true);
    if (typed) target.setNewName(typed);
  };
  const add = (
    <Button block type="text" icon={<PlusOutlined />} onClick={makeNew}>
      {typed ? t('transfers.newFolderNamed', { name: typed }) : t('transfers.newFolder')}
    </Button>
  );
  return (
    <PagedSelect
      key={datasetId}
      aria-label={t('transfers.folder')}
      list="folderList"
      open={isOpen}
      onOpenChange={setOpen}
      input={{ datasetId: datasetId ?? 0, sort: 'name' }}
      textOf={(one) => one.name}
      first={folder ? [{ value: folder.id, label: folder.name }] : []}
      isFirstShown={false}
      enabled={datasetId !== null}
      disabled={datasetId === null}
      placeholder={t('transfers.chooseFolder')}
      empty={t('transfers.noFolder')}
      value={folder?.id ?? null}
      onChosen={target.setFolder}
      onTyped={setTyped}
      {...(target.mayAdd ? { popupRender: withFoot(add) } : {})}
    />
  );
}

/** `isAsked`: the person chose a new folder, and types its name next. */
function NewFolder({ target, isAsked }: { target: UploadTarget; isAsked: boolean }) {
  const { t } = useTranslation();
  const text = useText();
  const field = useRef<InputRef>(null);
  useEffect(() => {
    if (isAsked) field.current?.focus({ cursor: 'all' });
  }, [isAsked]);
  const { newName, taken } = target;
  const fault = nameFault(newName, folderName);
  const wrong = fault ? nameFaultText(fault, folderName) : taken ? text(messages['folder.nameExists']) : null;
  const useTaken = () => {
    target.setFolder(taken);
    target.setNew(false);
  };
  return (
    <>
      <NameField
        ref={field}
        rule={folderName}
        aria-label={t('transfers.newFolderName')}
        placeholder={t('transfers.newFolderName')}
        value={newName}
        status={wrong ? 'error' : ''}
        onChange={target.setNewName}
      />
      <p className={`hint ${styles.underTarget}`}>
        {wrong ? <span className={styles.wrongName}>{wrong}</span> : t('transfers.newFolderHelp')}{' '}
        {fault && fault.why !== 'missing' ? nameRuleText(folderName) : null}
        {taken ? (
          <Button type="link" size="small" className={styles.knownFolder!} onClick={useTaken}>
            {t('transfers.intoKnown', { name: taken.name })}
          </Button>
        ) : target.hasFolders ? (
          <Button type="link" size="small" className={styles.knownFolder!} onClick={() => target.setNew(false)}>
            {t('transfers.knownFolder')}
          </Button>
        ) : null}
      </p>
    </>
  );
}

export function TargetFields({ target }: { target: UploadTarget }) {
  const { t } = useTranslation();
  const text = useText();
  const [isAsked, setAsked] = useState(false);
  // that of a model is called as its place in the model is
  const nameOf = ({ family, role, name }: Pick<Dataset, 'family' | 'role' | 'name'>): string => {
    const own = target.modelId === null ? null : roleOf(family, role).name;
    return own ? text(own) : name;
  };
  return (
    <div className={styles.target}>
      <PagedSelect
        aria-label={t('transfers.dataset')}
        list="datasetList"
        input={{ ...(target.modelId === null ? {} : { modelId: target.modelId }), sort: 'name' }}
        textOf={nameOf}
        first={target.offered ? [{ value: target.offered.id, label: nameOf(target.offered) }] : []}
        isFirstShown={false}
        enabled={target.isKnown}
        placeholder={t('transfers.chooseDataset')}
        empty={t('transfers.noDataset')}
        value={target.datasetId}
        onChosen={(one) => one && target.setDataset(one)}
      />
      {target.isNew ? (
        <NewFolder target={target} isAsked={isAsked} />
      ) : (
        <KnownFolder target={target} onNew={() => setAsked(true)} />
      )}
    </div>
  );
}
