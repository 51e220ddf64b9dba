import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/ui/button.tsx';
import { Checkbox } from '../../components/ui/choice.tsx';
import { Banner } from '../../components/ui/states.tsx';
import { TextField } from '../../components/ui/text-field.tsx';
import { useCommand } from '../../lib/api/use-command.ts';
import { notify } from '../../lib/notices/notify.ts';
import { flawsOf, saveBody, subReasonFlaws } from './sub-reason-form.ts';
import type { SubReasonFlaws, SubReasonValues } from './sub-reason-form.ts';
import { useReadReasonsAgain } from './sub-reason-queries.ts';
import type { SubReasonView } from './sub-reason-queries.ts';
import { TextsFields } from './texts-fields.tsx';

interface SubReasonFormProps {
  reasonId: number;
  /** Undefined for a new one. */
  saved?: SubReasonView;
  initial: SubReasonValues;
  onDone: () => void;
  onReadAgain: () => void;
}

/** Said in the form itself. */
const OWN_WORDS = ['name_required', 'invalid_input', 'wrong_expected_version'];

/** Name, words in other languages, place, and whether it is offered and covered. */
export function SubReasonForm({ reasonId, saved, initial, onDone, onReadAgain }: SubReasonFormProps) {
  const { t } = useTranslation(['subreasons', 'common']);
  const readAgain = useReadReasonsAgain();
  /** The version the typing began on. */
  const [base] = useState(saved);
  const [values, setValues] = useState(initial);
  const [flaws, setFlaws] = useState<SubReasonFlaws>({});
  const [isStale, setStale] = useState(false);
  const save = useCommand<SubReasonValues, SubReasonView>(
    (typed) => ({
      path: '/system/subreason/create_or_update',
      body: saveBody(reasonId, typed, base?.id),
      ...(base !== undefined && { ifMatch: base.version }),
    }),
    {
      quiet: OWN_WORDS,
      onError: (error) => {
        setStale(error.status === 409);
        setFlaws(flawsOf(error));
      },
      onSuccess: () => {
        notify({ tone: 'good', title: t('subreasons:saved') });
        readAgain();
        onDone();
      },
    },
  );
  const change = (part: Partial<SubReasonValues>): void => setValues({ ...values, ...part });
  const submit = (): void => {
    const found = subReasonFlaws(values);
    setFlaws(found);
    if (Object.keys(found).length === 0) save.mutate(values);
  };
  return (
    <form
      className="stack sub-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {isStale && <Stale onReadAgain={onReadAgain} />}
      <TextsFields values={values} flaw={flaws.name} onChange={change} />
      <TextField
        label={t('subreasons:sort')}
        inputMode="numeric"
        required
        value={values.sort}
        error={flaws.sort === undefined ? undefined : t('subreasons:flaw.sort')}
        hint={t('subreasons:sortHint')}
        onChange={(event) => change({ sort: event.target.value })}
        className="sub-place"
        testId="sub-reason-sort"
      />
      <Checkbox
        label={t('subreasons:isActive')}
        checked={values.isActive}
        onChange={(isActive) => change({ isActive })}
        testId="sub-reason-active"
      />
      <Checkbox
        label={t('subreasons:isUnderWarranty')}
        checked={values.isUnderWarranty}
        onChange={(isUnderWarranty) => change({ isUnderWarranty })}
        testId="sub-reason-warranty"
      />
      <div className="row">
        <Button type="submit" variant="primary" busy={save.isPending} testId="sub-reason-save">
          {t('subreasons:save')}
        </Button>
        <Button onClick={onDone}>{t('common:cancel')}</Button>
      </div>
    </form>
  );
}

function Stale({ onReadAgain }: { onReadAgain: () => void }) {
  const { t } = useTranslation('subreasons');
  return (
    <Banner
      tone="warn"
      title={t('stale')}
      action={<Button onClick={onReadAgain}>{t('readAgain')}</Button>}
      testId="sub-reason-stale"
    >
      {t('staleBody')}
    </Banner>
  );
}
