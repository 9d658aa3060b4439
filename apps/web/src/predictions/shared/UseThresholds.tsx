/** "Use these thresholds": they become the version's own, for later tests and online entries. */
import { CheckOutlined } from '@ant-design/icons';
import type { Task, Thresholds } from '@loupe/contract';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../core/access.ts';
import { useApiMutation } from '../../core/query.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { isStoodFor, type ByLabel, type RulesByLabel } from './open-thresholds.ts';
import { thresholdRows } from './threshold-words.ts';
import { useVersionOf } from './use-version.ts';

type Named = Readonly<Record<string, number | boolean | undefined>>;
/** Those of single labels beside the others, under names that no other has. */
function flat(thresholds: Thresholds): Named {
  const rules = { byLabel: {}, byLabelLeast: {}, ...thresholds } as { byLabel?: ByLabel; byLabelLeast?: RulesByLabel };
  const { byLabel = {}, byLabelLeast = {}, ...common } = rules;
  const least = Object.entries(byLabelLeast).flatMap(([name, { area = 0, length = 0, unit }]) => [
    [`area ${unit} ${name}`, area || undefined],
    [`length ${unit} ${name}`, length || undefined],
  ]);
  return {
    ...common,
    ...Object.fromEntries(Object.entries(byLabel).map(([name, value]) => [`label ${name}`, value])),
    ...Object.fromEntries(least),
  };
}
/** A switch that is left out is off. */
const valueOf = (one: Named[string]): number => (one === undefined || one === false ? -1 : Number(one));
const isSame = (a: Named, b: Named): boolean =>
  Object.keys({ ...a, ...b }).every((key) => Math.abs(valueOf(a[key]) - valueOf(b[key])) < 1e-9);

/** `thresholds`: of the moment, all of them; `findsNothing`: at them. Nothing while the version is not known. */
export function UseThresholds(props: { task: Task; thresholds: Thresholds; findsNothing?: boolean }) {
  const { task, thresholds, findsNothing = false } = props;
  const version = useVersionOf(task);
  const { t } = useTranslation();
  const confirm = useConfirm();
  const mayEdit = useMay()('versionThresholds', task.projectId);
  const save = useApiMutation('versionThresholds', {
    invalidates: ['versionInfo', 'versionList'],
    success: t('results.thresholdsUsed'),
  });
  if (!version || !mayEdit) return null;
  // equal to what nothing supports: a person can still stand for it
  const isUsed = isStoodFor(version) && isSame(flat(version.thresholds), flat(thresholds));
  const ask = async () => {
    const content = (
      <>
        <p>
          {thresholdRows(thresholds, t)
            .map(([name, value]) => `${name} ${value}`)
            .join(' · ')}
        </p>
        {findsNothing ? <p>{t('results.findsNothing')}</p> : null}
        <p>{t('results.useText')}</p>
      </>
    );
    const question = { title: t('results.useTitle', { n: version.number }), content };
    if (await confirm({ ...question, okText: t('results.use') }))
      save.mutate({ id: version.id, testId: task.id, thresholds });
  };
  return (
    <Button
      // what nothing speaks for is not urged on anybody
      type={findsNothing ? 'default' : 'primary'}
      title={isUsed ? t('results.inUseHelp') : findsNothing ? t('results.findsNothing') : undefined}
      ghost={isUsed && !findsNothing}
      icon={<CheckOutlined />}
      disabled={isUsed || save.isPending}
      onClick={() => void ask()}
    >
      {isUsed ? t('results.inUse') : t('results.use')}
    </Button>
  );
}
