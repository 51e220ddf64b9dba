import { TEXT_LENGTH } from '@atelier/domain/contract/limits.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { SegmentedControl } from '@atelier/ui/controls/choice.tsx';
import { ConflictNote } from '@atelier/ui/feedback/conflict-note.tsx';
import { Stack } from '@atelier/ui/layout/stack.tsx';
import { noticeError } from '../../lib/api/notice-error.ts';
import { useCommand } from '../../lib/api/use-command.ts';
import { FormArea, FormText } from '../../shared/form/form-field.tsx';
import { configQuery, type ConfigValue, type SettingView } from './queries.ts';
import { useWording } from './use-wording.ts';
import { ValueField } from './value-field.tsx';
import { valueWords } from './value-words.ts';

interface Change {
  readonly value: ConfigValue;
  readonly effective_at?: string;
  readonly reason: string;
}

/** As the fields hold it; `moment` is typed where the reader stands. */
interface Typed {
  /** A `ConfigValue`, whose lists and objects nest without end: no path can be taken of it. */
  value: unknown;
  isLater: boolean;
  moment: string;
  reason: string;
}

const PATH = '/system/config';
/** What the form says itself: a bad value at its field, and a concurrent change. */
const OWN_WORDS = [
  'out_of_range',
  'bad_schedule',
  'unknown_country',
  'unknown_site',
  'text_missing',
  'wrong_expected_version',
];

/** What is typed of a change, and saving it upon the version that was shown. */
function useChange(setting: SettingView) {
  const { t } = useTranslation('system');
  const client = useQueryClient();
  const form = useForm<Typed>({
    defaultValues: { value: setting.value, isLater: false, moment: '', reason: '' },
  });
  const { value, isLater, moment, reason } = form.watch();
  // A field that was saved is a new field: nothing in it is unsaved.
  const [round, setRound] = useState(0);
  const change = useCommand(
    ({ given, version }: { given: Change; version: number }) => ({
      path: PATH,
      method: 'PUT',
      body: { key: setting.key, ...given },
      ifMatch: version,
    }),
    {
      quiet: OWN_WORDS,
      invalidates: [configQuery().queryKey],
      done: t(isLater ? 'planned' : 'changed'),
      onSuccess: (answer) => {
        // What is saved next is saved upon this version.
        client.setQueryData(configQuery().queryKey, answer);
        form.setValue('reason', '');
        setRound((before) => before + 1);
      },
    },
  );
  const effectiveAt = isLater ? instantOf(moment) : undefined;
  const isReady = reason.trim() !== '' && (!isLater || effectiveAt !== undefined);
  const send = (version: number) => {
    const later = effectiveAt !== undefined && { effective_at: effectiveAt };
    change.mutate({ given: { value, reason: reason.trim(), ...later }, version });
  };
  const latest = () => client.fetchQuery({ ...configQuery(), staleTime: 0 });
  const keepMine = () => latest().then(({ data }) => send(data.revision));
  const takeTheirs = () =>
    latest().then(({ data }) => {
      const now = data.settings.find(({ key }) => key === setting.key);
      if (now !== undefined) form.setValue('value', now.value);
      change.reset();
      setRound((before) => before + 1);
    });
  return { form, isBusy: change.isPending, round, error: change.error, isReady, send, keepMine, takeTheirs };
}

/** A new value, from when on, and why. */
export function ChangeForm({ setting, revision }: { setting: SettingView; revision: number }) {
  const { t } = useTranslation('system');
  const wording = useWording();
  const change = useChange(setting);
  const { form, error } = change;
  const { value, isLater } = form.watch();
  const issue = error?.errors?.find(({ path }) => path === 'value');
  return (
    <Stack as="section" gap={14} className="config-form">
      <h3>{t('change')}</h3>
      <ValueField
        key={change.round}
        setting={setting}
        value={value}
        onChange={(next) => form.setValue('value', next)}
        error={issue === undefined ? undefined : t(`issue.${issue.code}`, t('issue.other'))}
      />
      <Moment form={form} />
      <FormArea
        form={form}
        name="reason"
        label={t('terms:field.reason')}
        required
        rows={2}
        maxLength={TEXT_LENGTH.reason}
        testId="config-reason"
      />
      {error?.status === 409 && (
        <ConflictNote
          onKeepMine={() => void change.keepMine().catch(noticeError)}
          onTakeTheirs={() => void change.takeTheirs().catch(noticeError)}
          isBusy={change.isBusy}
          theirs={valueWords(setting, setting.value, wording)}
          testId="config-stale"
        />
      )}
      <span>
        <Button
          variant="primary"
          busy={change.isBusy}
          disabled={!change.isReady}
          onClick={() => change.send(revision)}
          testId="config-save"
        >
          {t(isLater ? 'plan' : 'save')}
        </Button>
      </span>
    </Stack>
  );
}

/** A moment typed where the reader stands, as UTC; undefined while it is none. */
function instantOf(local: string): string | undefined {
  const ms = Date.parse(local);
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
}

function Moment({ form }: { form: UseFormReturn<Typed> }) {
  const { t } = useTranslation('system');
  const { format } = useWording();
  const { isLater, moment } = form.watch();
  const instant = instantOf(moment);
  return (
    <>
      <SegmentedControl
        label={t('when')}
        value={isLater ? 'later' : 'now'}
        options={[
          { value: 'now', label: t('atOnce') },
          { value: 'later', label: t('later') },
        ]}
        onChange={(next) => form.setValue('isLater', next === 'later')}
      />
      {isLater && (
        <FormText
          form={form}
          name="moment"
          label={t('effectiveAt')}
          type="datetime-local"
          required
          hint={instant === undefined ? undefined : t('inUtc', { at: format.dateTimeUtc(instant) })}
          testId="effective-at"
        />
      )}
    </>
  );
}
