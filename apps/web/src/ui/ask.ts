/** Questions before something is done, as whatever asks them sees them: `confirm.tsx` shows them. */
import { createContext, useContext, type ReactNode } from 'react';

export interface Question {
  title: string;
  content?: ReactNode;
  okText?: string;
  cancelText?: string;
  /** Red, for what cannot be undone; Enter does not agree to it. */
  danger?: boolean;
  /** The person has to type this name first. */
  typeName?: string | undefined;
}
export type Confirm = (question: Question) => Promise<boolean>;

export const ConfirmContext = createContext<Confirm>(() => Promise.resolve(false));
export const useConfirm = (): Confirm => useContext(ConfirmContext);
