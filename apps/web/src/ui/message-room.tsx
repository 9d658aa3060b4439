/** Where messages appear. A room in a theme of its own shows them inside, in its colours and where they cover nothing. */
import { limits } from '@loupe/contract';
import { message } from 'antd';
import { useEffect, type RefObject } from 'react';
import { makeStore } from '../core/store.ts';

type Messages = ReturnType<typeof message.useMessage>[0];

/** Of the room that is open; null: the page's own. */
export const messageRoom = makeStore<Messages | null>(null);

export const messageRules = { maxCount: 1, duration: limits.messageMs / 1000 } as const;

/** `top`: pixels below the upper edge, where messages begin. Inside the provider of the room's theme. */
export function MessageRoom({ room, top }: { room: RefObject<HTMLElement | null>; top: number }) {
  const [messages, holder] = message.useMessage({
    ...messageRules,
    top,
    getContainer: () => room.current ?? document.body,
  });
  useEffect(() => {
    messageRoom.set(messages);
    return () => messageRoom.set(null);
  }, [messages]);
  return holder;
}
