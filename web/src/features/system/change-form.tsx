import { TEXT_LENGTH } from '@atelier/domain/contract/limits.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { SegmentedControl } from '../../ui/choice.tsx';
import { ConflictNote } from '../../ui/conflict-note.tsx';
import { Stack } from '../../ui/stack.tsx';
import { TextArea, TextField } from '../../ui/text-field.tsx';
import type { ApiError } from '../../lib/api/api-error.ts';
import { noticeError } from '../../lib/api/notice-error.ts';
import { useCommand } from '../../lib/api/use-command.ts';
import { notify } from '../../lib/notices/notify.ts';
import { configQuery } from './queries.ts';
import type { ConfigValue, SettingView, SystemConfigView } from './queries.ts';
import { useWording } from './use-wording.ts';
import { ValueField } from './value-field.tsx';
import { valueWords } from './value-words.ts';

interface Change {
  readonly value: ConfigValue;
  readonly effective_at?: string;
  readonly reason: string;
}

const PATH = '/system/config';
/** What the form says itself: a bad value at its field, and that somebody was faster. */
const OWN_WORDS = [
  'out_of_range',
  'bad_schedule',
  'unknown_country',
  'unknown_site',
  'wrong_expected_version',
];

/** What is typed of a change, and saving it upon the version that was shown. */
function useChange(setting: SettingView) {
  const { t } = useTranslation('system');
  const client = useQueryClient();
  const [value, setValue] = useState<ConfigValue>(setting.value);
  const [isLater, setLater] = useState(false);
  const [moment, setMoment] = useState('');
  const [reason, setReason] = useState('');
  const [error, setError] = useState<ApiError | null>(null);
  // A field that was saved is a new field: nothing in it is unsaved.
  const [round, setRound] = useState(0);
  const change = useCommand<{ given: Change; version: number }, SystemConfigView>(
    ({ given, version }) => ({
      path: PATH,
      method: 'PUT',
      body: { key: setting.key, ...given },
      ifMatch: version,
    }),
    {
      quiet: OWN_WORDS,
      onError: setError,
      onSuccess: (answer) => {
        // What is saved next is saved upon this version.
        client.setQueryData(configQuery().queryKey, answer);
        notify({ tone: 'good', title: t(isLater ? 'planned' : 'changed') });
        setReason('');
        setError(null);
        setRound((before) => before + 1);
        void client.invalidateQueries(configQuery());
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
      if (now !== undefined) setValue(now.value);
      setError(null);
      setRound((before) => before + 1);
    });
  return {
    typed: { value, isLater, moment, reason },
    set: { setValue, setLater, setMoment, setReason },
    isBusy: change.isPending,
    round,
    error,
    isReady,
    send,
    keepMine,
    takeTheirs,
  };
}

/** A new value, from when on, and why. */
export function ChangeForm({ setting, revision }: { setting: SettingView; revision: number }) {
  const { t } = useTranslation('system');
  const wording = useWording();
  const form = useChange(setting);
  const { typed, set, error } = form;
  const issue = error?.errors?.find(({ path }) => path === 'value');
  return (
    <Stack as="section" gap={14} className="config-form">
      <h3>{t('change')}</h3>
      <ValueField
        key={form.round}
        setting={setting}
        value={typed.value}
        onChange={set.setValue}
        error={issue === undefined ? undefined : t(`issue.${issue.code}`, t('issue.other'))}
      />
      <Moment isLater={typed.isLater} onLater={set.setLater} moment={typed.moment} onMoment={set.setMoment} />
      <TextArea
        label={t('terms:field.reason')}
        required
        rows={2}
        maxLength={TEXT_LENGTH.reason}
        value={typed.reason}
        onChange={(event) => set.setReason(event.target.value)}
        testId="config-reason"
      />
      {error?.status === 409 && (
        <ConflictNote
          onKeepMine={() => void form.keepMine().catch(noticeError)}
          onTakeTheirs={() => void form.takeTheirs().catch(noticeError)}
          isBusy={form.isBusy}
          theirs={valueWords(setting, setting.value, wording)}
          testId="config-stale"
        />
      )}
      <span>
        <Button
          variant="primary"
          busy={form.isBusy}
          disabled={!form.isReady}
          onClick={() => form.send(revision)}
          testId="config-save"
        >
          {t(typed.isLater ? 'plan' : 'save')}
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

interface MomentProps {
  isLater: boolean;
  onLater: (isLater: boolean) => void;
  moment: string;
  onMoment: (moment: string) => void;
}

function Moment({ isLater, onLater, moment, onMoment }: MomentProps) {
  const { t } = useTranslation('system');
  const { format } = useWording();
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
        onChange={(next) => onLater(next === 'later')}
      />
      {isLater && (
        <TextField
          label={t('effectiveAt')}
          type="datetime-local"
          required
          value={moment}
          onChange={(event) => onMoment(event.target.value)}
          hint={instant === undefined ? undefined : t('inUtc', { at: format.dateTimeUtc(instant) })}
          testId="effective-at"
        />
      )}
    </>
  );
}
