/**
 * A draggable dialog with a form: `<FormModal open title initial onClose submit={async values => …}>{fields}</FormModal>`.
 * It stays open, with what was typed, when `submit` fails; the failure is shown at the field that it concerns (`inForm` of
 * its mutations), else by the one handler of calls. Escape and the cross ask before what was entered is lost.
 */
import { Form, type FormInstance } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText, faultyField, handleError } from '../core/errors.ts';
import { DraggableModal } from './DraggableModal.tsx';
import { useEntered, type Entered } from './entered.ts';

export interface FormModalProps<V extends object> {
  open: boolean;
  title: string;
  okText?: string;
  width?: number;
  /** The main button is red: what it does cannot be undone. */
  danger?: boolean;
  /** Why its main button cannot be pressed now, which is to be read in the form; null, or left out: it can. */
  blocked?: string | null;
  initial: V;
  /** What was typed is kept for the next time: nothing is lost when it closes. */
  keeps?: boolean;
  onClose: () => void;
  /** Closes after success; a thrown failure has already been shown. */
  submit: (values: V) => Promise<unknown>;
  /** It has faded out: what it lay over is in sight. */
  afterClose?: () => void;
  children: ReactNode | ((form: FormInstance<V>) => ReactNode);
}

interface BodyProps<V extends object> extends FormModalProps<V> {
  /** Of this form alone: no form behind it has fields of the same ids. */
  formId: string;
  form: FormInstance<V>;
  entered: Entered;
  run: (values: V) => void;
}

/** Where the fault is inside a field of several inputs. A moment later: antd goes to the first input of the field. */
const goToFault = (formId: string): void =>
  void setTimeout(() => {
    const fault = document.getElementById(formId)?.querySelector<HTMLElement>('[aria-invalid="true"]');
    fault?.focus();
    fault?.scrollIntoView({ block: 'center' });
  });

function Body<V extends object>({ formId, form, initial, children, entered, run }: BodyProps<V>) {
  return (
    <Form<V>
      name={formId}
      form={form}
      layout="vertical"
      requiredMark={false}
      preserve={false}
      // what it held would come before `initial` when it opens again, for another one
      clearOnDestroy
      initialValues={initial}
      onFinish={run}
      onFinishFailed={() => goToFault(formId)}
      scrollToFirstError={{ focus: true, block: 'nearest' }}
      {...entered.watch}
    >
      {typeof children === 'function' ? children(form) : children}
    </Form>
  );
}

export function FormModal<V extends object>(props: FormModalProps<V>) {
  const { t } = useTranslation();
  const formId = useId();
  const [form] = Form.useForm<V>();
  const [busy, setBusy] = useState(false);
  const entered = useEntered(form, props.open);
  const { danger = false, blocked = null, keeps = false } = props;
  const run = (values: V) => {
    if (busy || blocked !== null) return;
    setBusy(true);
    props
      .submit(values)
      .then(props.onClose)
      // the dialog stays; what concerns none of its fields is shown by the handler of failed calls
      .catch((error: unknown) => {
        const field = faultyField(error);
        if (field === null) return;
        if (field in form.getFieldsValue()) {
          form.setFields([{ name: field as never, errors: [errorText(error)] }]);
          goToFault(formId);
        } else handleError(error);
      })
      .finally(() => setBusy(false));
  };
  return (
    <DraggableModal
      open={props.open}
      title={props.title}
      okText={props.okText ?? t('ui.save')}
      cancelText={t('ui.cancel')}
      confirmLoading={busy}
      onCancel={props.onClose}
      isEntered={() => !keeps && entered.isEntered()}
      afterClose={() => props.afterClose?.()}
      onOk={form.submit}
      okButtonProps={{
        ...(danger && { danger, type: 'default' as const }),
        ...(blocked !== null && { disabled: true, 'aria-description': blocked }),
      }}
      {...(props.width === undefined ? {} : { width: props.width })}
    >
      <Body {...props} formId={formId} form={form} entered={entered} run={run} />
    </DraggableModal>
  );
}
