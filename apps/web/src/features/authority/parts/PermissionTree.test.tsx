/** The tree of permissions: what comes and goes together, and what one may not give. */
import {
  permissionKeys,
  permissionTree,
  permissionTitles,
  type PermissionKey,
  type PermissionNode,
} from '@loupe/contract';
import { screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { sessionStore } from '../../../core/session.ts';
import { show } from '../../../testing/screen.tsx';
import { sessionOf } from '../../../testing/session.ts';
import { PermissionTree, toggled } from './PermissionTree.tsx';

const all: ReadonlySet<string> = new Set(permissionKeys);
beforeEach(() => sessionStore.set(sessionOf(permissionKeys)));

it('holds every permission once', () => {
  const below = ({ key, children }: PermissionNode): PermissionKey[] => [key, ...children.flatMap(below)];
  const keys = permissionTree.flatMap(({ children }) => children.flatMap(below));
  expect(keys.sort()).toEqual([...permissionKeys].sort());
});

it('ticks what a permission is reached through, and clears what is reached through it', () => {
  const annotate = toggled(['project/pageList'], 'dataset/picture/handleImg', true, all);
  expect(annotate).toEqual([
    'project/pageList',
    'dataset/pageList',
    'folder/pageList',
    'dataset/picture/pageList',
    'dataset/picture/handleImg',
  ]);
  expect(toggled(annotate, 'folder/pageList', false, all)).toEqual(['project/pageList', 'dataset/pageList']);
  expect(toggled([], 'model/center', true, new Set(['model/center']))).toEqual(['model/center']);
});

it('offers nothing that one lacks', async () => {
  sessionStore.set(sessionOf(['project/pageList']));
  const change = vi.fn();
  const { user } = await show(<PermissionTree value={[]} onChange={change} />);
  await user.click(screen.getByText(permissionTitles.allData.en));
  expect(change).not.toHaveBeenCalled();
  const box = screen.getByText(permissionTitles['project/pageList'].en).closest('.ant-tree-treenode')!;
  await user.click(box.querySelector('.ant-tree-checkbox')!);
  expect(change).toHaveBeenCalledWith(['project/pageList']);
});
