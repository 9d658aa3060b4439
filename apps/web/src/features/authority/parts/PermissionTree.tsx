/** The permissions of a role as a tree. What a permission is reached through comes with it, and what is reached through it goes with it. */
import {
  permissionTree,
  permits,
  withChildren,
  withParents,
  type PermissionKey,
  type PermissionNode,
} from '@loupe/contract';
import { Tree, type TreeDataNode } from 'antd';
import { useTranslation } from 'react-i18next';
import { useText } from '../../../core/i18n.ts';
import { heldKeys } from '../../../core/session.ts';
import styles from './PermissionTree.module.css';

/** What becomes of the choice when one box is ticked or cleared; only what one holds oneself is given. */
export const toggled = (
  chosen: readonly PermissionKey[],
  key: PermissionKey,
  isTicked: boolean,
  held: ReadonlySet<string>,
): PermissionKey[] => {
  if (!isTicked) return chosen.filter((one) => !withChildren(key).includes(one));
  return [...new Set([...chosen, ...withParents(key).filter((one) => permits(held, one))])];
};

export function PermissionTree(props: {
  id?: string;
  value?: readonly PermissionKey[];
  onChange?: (keys: PermissionKey[]) => void;
}) {
  const { value = [], onChange } = props;
  const text = useText();
  const { t } = useTranslation();
  const held = heldKeys();
  const nodeOf = ({ key, title, children }: PermissionNode): TreeDataNode => ({
    key,
    title:
      key === 'sys/statistics' ? (
        <>
          {text(title)} <span className="hint">{t('authority.ownStatistics')}</span>
        </>
      ) : (
        text(title)
      ),
    disabled: !permits(held, key),
    children: children.map(nodeOf),
  });
  const treeData = permissionTree.map(({ id, title, children }): TreeDataNode => ({
    key: `group-${id}`,
    title: <b>{text(title)}</b>,
    checkable: false,
    children: children.map(nodeOf),
  }));
  return (
    <div className={styles.tree} id={props.id}>
      <Tree
        checkable
        checkStrictly
        defaultExpandAll
        selectable={false}
        treeData={treeData}
        checkedKeys={{ checked: [...value], halfChecked: [] }}
        onCheck={(_, { node, checked }) => onChange?.(toggled(value, node.key as PermissionKey, checked, held))}
      />
    </div>
  );
}
