/** What the pages of models show of tasks and online detection; whoever shows them puts it in, for these features need models. */
import type { SetType, Version } from '@loupe/contract';
import type { ComponentType } from 'react';

/** What can be begun with a version: dialogs, open while there is one. */
export interface VersionSlots {
  readonly TestStart: ComponentType<{
    version: Version | null;
    projectId: number;
    setType?: SetType | undefined;
    onClose: () => void;
  }>;
  readonly OnlineAdd: ComponentType<{ version: Version | null; onClose: () => void }>;
}
/** And what a model has. */
export interface ModelSlots extends VersionSlots {
  readonly TaskTable: ComponentType<{ kind: 'train' | 'test'; modelId: number; projectId: number }>;
  readonly OnlineTable: ComponentType<{ modelId: number; projectId: number }>;
}
