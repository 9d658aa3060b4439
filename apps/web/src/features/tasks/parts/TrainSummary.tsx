/** Beside the form: what the training will use and cost, what should be known, and the start. */
import { ExclamationCircleFilled, InfoCircleFilled } from '@ant-design/icons';
import { families, limits } from '@loupe/contract';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useWhyNot } from '../../../core/access.ts';
import { formatCount } from '../../../core/format.ts';
import { asParagraph, useText, type BothWords } from '../../../core/i18n.ts';
import { labelName } from '../../../core/label-name.ts';
import { useApi } from '../../../core/query.ts';
import { useFamily } from '../../../core/scene.tsx';
import { useWording } from '../../../core/wording.ts';
import { paramWords, settingWords, viewOfRecipe, wordsOf } from '../../../families/recipes.ts';
import { ConflictNote } from '../../../ui/ConflictNote.tsx';
import { Card } from '../../../ui/Page.tsx';
import type { ParamValues } from '../../../ui/param-values.ts';
import { LabelTag, StatusTag } from '../../../ui/StatusTag.tsx';
import styles from './train-form.module.css';
import { isReadyMade, useStageWords } from './stage-words.ts';
import type { TrainForm } from './use-train-form.ts';

/** What should be known, and below it what is offered instead; `isTold`: nothing is amiss. */
function Note(props: { children: ReactNode; offers?: ReactNode; isTold?: boolean }) {
  const { children, offers, isTold = false } = props;
  return (
    <li>
      {isTold ? (
        <InfoCircleFilled style={{ color: 'var(--primary)' }} />
      ) : (
        <ExclamationCircleFilled style={{ color: 'var(--warn)' }} />
      )}
      <div>
        {children}
        {offers ? <div className={styles.offers}>{offers}</div> : null}
      </div>
    </li>
  );
}

/** Puts other settings into the form. */
function Use({ form, values, words }: { form: TrainForm; values: ParamValues; words: string }) {
  return (
    <Button
      type="link"
      size="small"
      className={styles.offer!}
      onClick={() => form.setValues({ ...form.values, ...values })}
    >
      {words}
    </Button>
  );
}

const areOn = (values: ParamValues): boolean => Object.values(values).every((value) => value === true);

/** Offers settings that are better. */
function Better({ form, values, words }: { form: TrainForm; values: ParamValues; words: BothWords }) {
  const { t } = useTranslation();
  const text = useText();
  return (
    <Use
      form={form}
      values={values}
      words={t(areOn(values) ? 'tasks.turnOn' : 'tasks.useInstead', { settings: text(words) })}
    />
  );
}

/** What is set because many objects are small, and the way back. */
function SuitsNote({ form }: { form: TrainForm }) {
  const { t } = useTranslation();
  const text = useText();
  const { suits, recipe } = form;
  if (!suits) return null;
  const { values, percent, side } = suits;
  const settings = text(settingWords(recipe.id, values));
  const asBefore = Object.fromEntries(Object.keys(values).map((key) => [key, recipe.table[key]!.default]));
  return (
    <Note isTold offers={<Use form={form} values={asBefore} words={t('tasks.without', { settings })} />}>
      {t('tasks.suits', { percent, side, settings })}
    </Note>
  );
}

/** That the size is the images' own, or enlarges them, and the other one beside it. */
function FitsNote({ form }: { form: TrainForm }) {
  const { t } = useTranslation();
  const text = useText();
  const { fits, recipe } = form;
  if (!fits) return null;
  const { longest, isByItself, size, instead } = fits;
  const settings = text(settingWords(recipe.id, size));
  return (
    <Note isTold offers={<Better form={form} values={instead} words={settingWords(recipe.id, instead)} />}>
      {t(isByItself ? 'tasks.fits' : 'tasks.enlarges', { longest, settings })}
    </Note>
  );
}

/** Why a larger image size would find more, and what it costs. */
function SizeNote({ form }: { form: TrainForm }) {
  const { t } = useTranslation();
  const advice = form.sizeAdvice;
  if (!advice) return null;
  const { percent, scale, ms, instead } = advice;
  return (
    <Note
      offers={
        instead ? (
          <Better form={form} values={instead.values} words={settingWords(form.recipe.id, instead.values)} />
        ) : null
      }
    >
      {asParagraph([
        percent === null
          ? t('tasks.scaledDown', { scale })
          : t('tasks.defectsTooSmall', { percent, side: limits.smallObjectSide }),
        instead ? t('tasks.largerCosts', { now: ms, larger: instead.ms }) : t('tasks.noLargerSize'),
      ])}
    </Note>
  );
}

function Warnings({ form }: { form: TrainForm }) {
  const { t } = useTranslation();
  const text = useText();
  const family = useFamily();
  const { check } = form;
  if (!check) return null;
  const bare = check.perLabel.filter((l) => l.objects === 0).map((l) => labelName(l.name, families[family]));
  const bareText = t(`families.${family}.bare`, { names: bare.join(', ') });
  const notes = [
    ...check.warnings.map((w) => ({ key: w.key, text: text(w) })),
    ...(bare.length > 0 ? [{ key: 'bare', text: bareText }] : []),
    ...(check.unannotated > 0 ? [{ key: 'unannotated', text: t('tasks.leftOut', { count: check.unannotated }) }] : []),
    ...(check.trial ? [{ key: 'trial', text: t('tasks.trialNote') }] : []),
  ];
  const { tooShort: short, tooSmall: small, sizeAdvice, suits, fits } = form;
  const isDisputed = check.conflicts.shapes > 0;
  if (notes.length === 0 && !isDisputed && !short && !small && !suits && !fits && !sizeAdvice) return null;
  return (
    <ul className={styles.notes}>
      {short ? (
        <Note
          offers={
            <Better
              form={form}
              values={short.instead}
              words={wordsOf(form.recipe.id, { ...short.of, ...short.instead })}
            />
          }
        >
          {t('timeBudget' in short.instead ? 'tasks.tooShortAbout' : 'tasks.tooShort', { count: short.steps })}
        </Note>
      ) : null}
      <FitsNote form={form} />
      <SuitsNote form={form} />
      {small ? (
        <Note
          offers={
            small.instead.length > 0
              ? small.instead.map((values) => {
                  const words = settingWords(form.recipe.id, values);
                  return <Better key={words.en} form={form} values={values} words={words} />;
                })
              : null
          }
        >
          {asParagraph([
            t('tasks.tooSmall', { percent: small.percent, side: small.side }),
            ...(small.instead.length === 0 ? [t('tasks.noLargerSize')] : []),
          ])}
        </Note>
      ) : null}
      <SizeNote form={form} />
      {isDisputed ? (
        <Note>
          <ConflictNote conflicts={check.conflicts} />
        </Note>
      ) : null}
      {notes.map((note) => (
        <Note key={note.key}>{note.text}</Note>
      ))}
    </ul>
  );
}

function QueueNote() {
  const { t } = useTranslation();
  const running =
    useApi('taskList', { kind: 'train', state: 'running', pageSize: 1 }, { silent: true }).data?.total ?? 0;
  const queued = useApi('taskList', { kind: 'train', state: 'queued', pageSize: 1 }, { silent: true }).data?.total ?? 0;
  if (running + queued === 0) return null;
  return <p className={`hint ${styles.queue}`}>{t('tasks.queueNote', { running, queued })}</p>;
}

/** What the training comes to, in rows of name and value. */
const useRows = (form: TrainForm): [string, string][] => {
  const { values, check } = form;
  const { id: recipe, table, length, imageMs } = form.recipe;
  const { t } = useTranslation();
  const text = useText();
  const stageWords = useStageWords();
  const wording = useWording();
  const images: [string, string] = isReadyMade(form.stages)
    ? [t('tasks.testImages'), check ? formatCount(check.train + check.val) : '–']
    : [t('tasks.images'), check ? `${formatCount(check.train)} + ${formatCount(check.val)}` : '–'];
  if (!('epochs' in table)) {
    const chosen = viewOfRecipe(recipe).params.flatMap((key): [string, string][] => {
      const words = paramWords(recipe, key, values);
      return words ? [[text(table[key]!.label), text(words)]] : [];
    });
    const ms = check?.imageSides ? (imageMs?.(values, check.imageSides) ?? null) : null;
    return [
      ...chosen,
      images,
      ...(ms === null ? [] : [[t('tasks.imageCost'), t('tasks.aboutMs', { ms })] satisfies [string, string]]),
    ];
  }
  if (form.later.length > 0) {
    const own = stageWords(form.stages);
    if (isReadyMade(form.stages)) return own;
    return [...own, images, [t('tasks.objects', wording), check ? formatCount(check.objects) : '–']];
  }
  const steps = check ? (length?.steps(values, check.train) ?? null) : null;
  const lengths = (['timeBudget', 'epochs'] as const).flatMap((key): [string, string][] => {
    const words = paramWords(recipe, key, values);
    return words ? [[text(table[key]!.label), text(words)]] : [];
  });
  return [
    [t('models.network'), text(settingWords(recipe, { network: values['network'], imageSize: values['imageSize'] }))],
    images,
    [t('tasks.objects', wording), check ? formatCount(check.objects) : '–'],
    ...lengths,
    ...(steps === null ? [] : [[t('tasks.steps'), formatCount(steps)] satisfies [string, string]]),
  ];
};

/** Why it cannot start; null where it can, and while the server looks at the choices. */
const useReason = (form: TrainForm): string | null => {
  const { t } = useTranslation();
  const text = useText();
  const family = useFamily();
  const { refusal, isComplete, draft } = form;
  const wrong = [form, ...form.later].flatMap(({ recipe, faults }) =>
    Object.entries(faults).map(([key, fault]) => {
      // a rule of the whole set of parameters names none of the table
      const field = recipe.table[key];
      return { fault, label: field ? text(field.label) : key };
    }),
  );
  // what the server says of a field is said here too: the field may be out of sight
  const said = wrong.find(({ fault }) => fault.kind === 'text')?.fault;
  if (said?.kind === 'text') return said.text;
  if (wrong.length > 0)
    return t('tasks.fixFields', { names: [...new Set(wrong.map(({ label }) => label))].filter(Boolean).join(', ') });
  // said in full beside the images
  if (refusal !== null) return t('tasks.fixImages', { card: t('tasks.data') });
  if (isComplete) return null;
  return t(draft.folderIds.length > 0 ? 'tasks.chooseValidation' : `families.${family}.choose`);
};

export function TrainSummary({ form, projectId }: { form: TrainForm; projectId: number }) {
  const { t } = useTranslation();
  const family = useFamily();
  const { check } = form;
  const rows = useRows(form);
  const reason = useReason(form);
  const denied = useWhyNot('trainAdd', projectId);
  const why = denied ?? reason;
  return (
    <Card
      tour="summary"
      title={t('tasks.summary')}
      className={styles.summary}
      extra={check?.trial ? <StatusTag state="trial" /> : null}
    >
      <dl className={styles.facts}>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
      {check && check.perLabel.length > 0 && !isReadyMade(form.stages) ? (
        <div className={styles.labels}>
          {check.perLabel.map((l) => (
            <LabelTag key={l.name} name={labelName(l.name, families[family])} color={l.color} count={l.objects} />
          ))}
        </div>
      ) : null}
      <Warnings form={form} />
      <QueueNote />
      <Button
        type="primary"
        size="large"
        block
        disabled={!form.canStart || denied !== null}
        loading={form.isStarting}
        onClick={form.start}
      >
        {t(isReadyMade(form.stages) ? 'tasks.createVersion' : 'tasks.start')}
      </Button>
      {why ? (
        <p className="hint" style={{ marginTop: 8 }}>
          {why}
        </p>
      ) : null}
    </Card>
  );
}
