/** The buttons of a task: only what the server offers for its state. */
import {
  CheckOutlined,
  CloseOutlined,
  DeleteOutlined,
  PauseOutlined,
  PlayCircleOutlined,
  RedoOutlined,
  StopOutlined,
} from '@ant-design/icons';
import type { Task, TaskAction } from '@loupe/contract';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../core/access.ts';
import { canDelete, isDangerous, useTaskActions, useTaskDelete } from './use-task-actions.tsx';

const icons: { readonly [A in TaskAction]: ReactNode } = {
  cancel: <CloseOutlined />,
  pause: <PauseOutlined />,
  resume: <PlayCircleOutlined />,
  stop: <StopOutlined />,
  complete: <CheckOutlined />,
  retry: <RedoOutlined />,
};

export function TaskButtons({ task, onDeleted }: { task: Task; onDeleted: () => void }) {
  const { t } = useTranslation();
  const { act, isPending } = useTaskActions();
  const remove = useTaskDelete(onDeleted);
  const may = useMay();
  const actions = may('taskAct', task.projectId) ? task.actions : [];
  return (
    <>
      {actions.map((action) => (
        <Button
          key={action}
          icon={icons[action]}
          danger={isDangerous(action)}
          disabled={isPending}
          onClick={() => act(task, action)}
        >
          {t(`tasks.actions.${action}`)}
        </Button>
      ))}
      {canDelete(task) && may('taskDelete', task.projectId) ? (
        <Button danger icon={<DeleteOutlined />} onClick={() => remove(task)}>
          {t('ui.delete')}
        </Button>
      ) : null}
    </>
  );
}
