/** The one button by which images and labels come into a folder: loose images, archives, whole folders, a COCO file. */
import {
  DownOutlined,
  FileZipOutlined,
  FolderOutlined,
  ImportOutlined,
  PictureOutlined,
  UploadOutlined,
} from '@ant-design/icons';
import type { Folder } from '@loupe/contract';
import { Button, Dropdown } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { handleError } from '../../../core/errors.ts';
import { useArchives } from './archives.ts';
import { askUpload } from './ask.ts';
import { chooseArchives, chooseFolder } from './choose.ts';
import { CocoImport } from './CocoImport.tsx';
import { acceptAttribute } from './loose-rule.ts';
import { startLoose } from './loose.ts';
import { sortFiles, type Source } from './sources.ts';

/** `large`: as the only step of an empty folder. */
export function AddImages({ folder, large }: { folder: Pick<Folder, 'id' | 'name'>; large?: boolean }) {
  const { t } = useTranslation();
  const archives = useArchives();
  const input = useRef<HTMLInputElement>(null);
  const [importing, setImporting] = useState(false);
  const ask = (sources: readonly Source[]) => {
    if (sources.length > 0) askUpload({ sources, folder, datasetId: null });
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={acceptAttribute}
        aria-label={t('datasets.chooseImages')}
        onChange={(e) => {
          const { sources, loose } = sortFiles([...(e.target.files ?? [])]);
          startLoose(folder, loose);
          ask(sources);
          e.target.value = '';
        }}
      />
      <Dropdown
        trigger={['click']}
        menu={{
          items: [
            {
              key: 'images',
              icon: <PictureOutlined />,
              label: t('transfers.addLoose'),
              onClick: () => input.current?.click(),
            },
            {
              key: 'archive',
              icon: <FileZipOutlined />,
              label: t('transfers.addArchive', { archives: archives.join(', ') }),
              onClick: () => chooseArchives(archives).then(ask, handleError),
            },
            {
              key: 'folder',
              icon: <FolderOutlined />,
              label: t('transfers.addFolder'),
              onClick: () => chooseFolder().then((source) => ask(source ? [source] : []), handleError),
            },
            { type: 'divider' },
            { key: 'coco', icon: <ImportOutlined />, label: t('datasets.coco'), onClick: () => setImporting(true) },
          ],
        }}
      >
        <Button icon={<UploadOutlined />} {...(large ? { type: 'primary' as const, size: 'large' as const } : {})}>
          {t('transfers.addImages')} <DownOutlined />
        </Button>
      </Dropdown>
      <CocoImport folderId={folder.id} open={importing} onClose={() => setImporting(false)} />
    </>
  );
}
